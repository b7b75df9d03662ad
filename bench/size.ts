import { join } from 'node:path'
import type { Db } from '#server/platform/db/db.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { openKeys } from '#server/platform/keys/place.ts'
import type { Args } from './args.ts'
import { type Measured, reads, writes } from './calls.ts'
import { encryptionCost, type SignIn, signInCost } from './cpu.ts'
import { copyPlace, dropPlace, makePlace, openPlace, type Place } from './place.ts'
import { type Cell, measure } from './rounds.ts'
import { addPlainContents, brokenInvariants, seedDue, seedWorld } from './seed.ts'
import { type Server, startBare, startOurs } from './servers.ts'
import { dueOf, type World, worldOf } from './world.ts'

export type Memory = { startMs: number; rssBytes: number; peakBytes: number | undefined }
export type Phase = { cells: Cell[]; ours: Memory; bare: Memory }
export type SizeResult = {
  capsules: number
  due: number
  seedSeconds: number
  phases: Phase[]
  signIn: SignIn
  encryptionMicros: number
  broken: object[]
}

export type Engines = {
  folder: string
  server: string | undefined
  /** Undefined: the ceiling runs on the engine of ours. */
  ceilingServer: string | undefined
  places: Place[]
}

const WARMING_SECONDS = 4

type Both = { ours: Place; bare: Place }

/** One size from an empty database to its figures. Reads come first, at this size exactly; then the calls that write. */
export async function measureSize(capsules: number, engines: Engines, args: Args): Promise<SizeResult> {
  const world = worldOf(capsules)
  const count = dueOf(args.seconds) * args.crowds.length
  const began = performance.now()
  const ours = await seeded(world, join(engines.folder, `ours_${capsules}`), engines.server, engines)
  const bare = await makeBare(world, ours, engines)
  const seedSeconds = (performance.now() - began) / 1000
  const keys = await openKeys(ours)
  const signIn = await inPlace(ours, ({ db }) => signInCost(db, world))
  const first = await runPhase(reads(world), { ours, bare, world }, args)
  const due = await inPlace(ours, (opened) => addDue(opened, keys, world, count))
  await inPlace(bare, async (opened) => {
    await addDue(opened, keys, world, count)
    await addPlainContents(opened.db)
    await opened.settle()
  })
  const second = await runPhase(writes(world, due), { ours, bare, world }, args)
  const broken = await inPlace(ours, ({ db }) => brokenInvariants(db))
  for (const place of [ours, bare]) await dropPlace(place)
  const encryptionMicros = await encryptionCost(keys)
  return { capsules, due: count, seedSeconds, phases: [first, second], signIn, encryptionMicros, broken }
}

async function seeded(world: World, dataDir: string, server: string | undefined, { places }: Engines): Promise<Place> {
  const place = await makePlace(dataDir, server, (made) => places.push(made))
  const keys = await openKeys({ dataDir }, { make: true })
  await inPlace(place, async ({ db, settle }) => {
    await seedWorld(db, keys, world)
    await settle()
  })
  return place
}

async function makeBare(world: World, ours: Place, engines: Engines): Promise<Place> {
  const dataDir = join(engines.folder, `bare_${world.capsules}`)
  const bare = engines.ceilingServer
    ? await seeded(world, dataDir, engines.ceilingServer, engines)
    : await copyPlace(ours, dataDir, (made) => engines.places.push(made))
  await inPlace(bare, async ({ db, settle }) => {
    await addPlainContents(db)
    await settle()
  })
  return bare
}

async function addDue({ db, settle }: { db: Db; settle: () => Promise<unknown> }, keys: Keys, world: World, n: number) {
  const due = await seedDue(db, keys, world, n)
  await settle()
  return due
}

async function inPlace<T>(place: Place, work: (opened: Awaited<ReturnType<typeof openPlace>>) => Promise<T>) {
  const opened = await openPlace(place)
  return work(opened).finally(opened.close)
}

async function runPhase(
  measured: Measured[],
  { world, ...places }: Both & { world: World },
  args: Args,
): Promise<Phase> {
  const { only, seconds, crowds, connections: first, profile } = args
  const wanted = measured.filter(({ name }) => only.length === 0 || only.includes(name))
  const ours = await startOurs(places.ours, { profile })
  const bare = await startBare(places.bare)
  const cells: Cell[] = []
  // Not counted: a fresh process spends seconds compiling the code of its first calls.
  await measure(reads(world)[0]!, { ours, bare }, { seconds: WARMING_SECONDS, connections: first })
  for (const one of wanted) {
    for (const [index, connections] of crowds.entries()) {
      const name = crowds.length > 1 ? `${one.name} × ${connections}` : one.name
      process.stderr.write(`  ${name} ……\n`)
      // An opened capsule cannot be opened again.
      const from = index * dueOf(seconds)
      cells.push(await measure({ ...one, name }, { ours, bare }, { seconds, connections, from }))
    }
  }
  const phase = { cells, ours: await memoryOf(ours), bare: await memoryOf(bare) }
  await ours.stop()
  await bare.stop()
  return phase
}

const memoryOf = async ({ startMs, figures, peakBytes }: Server): Promise<Memory> => ({
  startMs,
  rssBytes: (await figures()).rssBytes,
  peakBytes: await peakBytes(),
})
