import { join } from 'node:path'
import type { Settings } from '#server/platform/config.ts'
import { openKeys } from '#server/platform/keys/place.ts'
import type { Args } from './args.ts'
import { isWanted, type Measured, platform, reads, writes } from './calls.ts'
import {
  copyPlace,
  dropPlace,
  type Engine,
  inPlace,
  makeEmptyPlace,
  makePlace,
  migratePlace,
  type Place,
} from './place.ts'
import { inWords } from './report.ts'
import { type Cell, measure, mostAsks } from './rounds.ts'
import { addPlainContents, brokenInvariants, layPictures, seedWorld } from './seed.ts'
import { type Server, startBare, startOurs } from './servers.ts'
import { NO_STOCK, type Stock, type World, worldOf } from './world.ts'

export type Held = { name: string; startMs: number; rss: number; peak: number }
/** `broken`: by side, the invariants that its data breaks. */
export type SizeResult = {
  capsules: number
  seedSeconds: number
  cells: Cell[]
  held: Held[]
  broken: Record<string, object[]>
}

/** One size from an empty database to its figures; reads come first. */
export async function measureSize(capsules: number, engine: Engine, args: Args): Promise<SizeResult> {
  const measuredIn = (world: World) => wantedOf([...reads(world), ...writes(world)], args.only)
  const world = worldOf(capsules, stockFor(measuredIn(worldOf(capsules)), args))
  const began = performance.now()
  const places = await makePlaces(world, engine, args.build)
  const seedSeconds = (performance.now() - began) / 1_000
  // The platform is never called here: every order is paid by its notification.
  const settings: Settings = world.stock.orders > 0 ? { ...platform.env, WXPAY_URL: 'http://127.0.0.1:9' } : {}
  const servers = [await startOurs(places.ours, { profile: args.profile, settings })]
  if (places.build) servers.push(await startOurs(places.build, { name: 'build', build: args.build, settings }))
  const { bare, floor } = await startBare(places.bare, settings)
  const cells: Cell[] = []
  for (const one of measuredIn(world)) {
    for (const [index, connections] of args.crowds.entries()) {
      const from = index * mostAsks(args)
      const cell = await measure(one, [...servers, bare, floor], { ...args, connections, from })
      process.stderr.write(`  ${inWords(cell)}\n`)
      cells.push(cell)
    }
  }
  const held = [...servers, bare].map(heldBy)
  for (const { stop } of [...servers, bare]) await stop()
  const broken: SizeResult['broken'] = {}
  for (const [name, place] of Object.entries({ product: places.ours, build: places.build }))
    if (place) broken[name] = await inPlace(place, ({ db }) => brokenInvariants(db))
  for (const place of Object.values(places)) if (place) await dropPlace(place)
  return { capsules, seedSeconds, cells, held, broken }
}

function wantedOf(all: Measured[], only: readonly string[]): Measured[] {
  const strange = only.find((word) => !all.some((one) => isWanted([word], one)))
  if (strange !== undefined) throw new Error(`--only: no call is called ${strange}`)
  return all.filter((one) => isWanted(only, one))
}

/** As much of each as the calls that take it ask for at most, with every number of callers. */
function stockFor(measured: readonly Measured[], args: Args): Stock {
  const used = measured.flatMap(({ uses }) => uses ?? [])
  const each = mostAsks(args) * args.crowds.length
  return Object.assign({ ...NO_STOCK }, ...used.map((name) => ({ [name]: each })))
}

type Places = { ours: Place; build: Place | undefined; bare: Place }

/** One database, and copies of it. Another build makes its own tables; ours then brings its copy up to date. */
async function makePlaces(world: World, { folder, server }: Engine, build: string | undefined): Promise<Places> {
  const at = (name: string) => join(folder, `${name}_${world.capsules}`)
  const first = build ? await madeBy(build, at('build'), server) : await makePlace(at('ours'), server)
  const keys = await openKeys(first, { make: true })
  await inPlace(first, async ({ db, settle }) => {
    await seedWorld(db, keys, world)
    await settle()
  })
  layPictures(first.dataDir, world)
  const ours = build ? await copyPlace(first, at('ours')) : first
  if (build) await migratePlace(ours)
  const bare = await copyPlace(ours, at('bare'))
  await inPlace(bare, async ({ db, settle }) => {
    await addPlainContents(db)
    await settle()
  })
  return { ours, build: build ? first : undefined, bare }
}

async function madeBy(build: string, dataDir: string, server: string | undefined): Promise<Place> {
  const place = await makeEmptyPlace(dataDir, server)
  await (await startOurs(place, { build })).stop()
  return place
}

const heldBy = ({ name, startMs, memory }: Server): Held => ({ name, startMs, ...memory() })
