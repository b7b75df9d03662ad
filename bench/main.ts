import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readArgs } from './args.ts'
import { measureMedia } from './media.ts'
import { dropPlace, whyNotReachable } from './place.ts'
import { printHeading, printMedia, printNotes, printTable, printUniverse } from './report.ts'
import { stopAll } from './servers.ts'
import { type Engines, measureSize, type SizeResult } from './size.ts'
import { measureUniverse, type UniverseResult } from './universe.ts'

/** What has a world of its own. */
const ASIDE = ['media', 'universe']

const args = readArgs(process.argv.slice(2))
const engines: Engines = {
  folder: mkdtempSync(join(tmpdir(), 'capsule-bench-')),
  server: process.env.DATABASE_URL || undefined,
  ceilingServer: await ceilingServer(),
  places: [],
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)))
}

try {
  await run()
} finally {
  await cleanUp()
}

async function run(): Promise<void> {
  const results: SizeResult[] = []
  const heading = {
    engine: engines.server ? 'a PostgreSQL server' : 'the embedded engine',
    ceiling: engines.server || engines.ceilingServer ? 'a PostgreSQL server' : 'the embedded engine',
    seconds: args.seconds,
  }
  printHeading(heading)
  const aside = args.only.length > 0 && args.only.every((name) => ASIDE.includes(name))
  for (const capsules of aside ? [] : args.sizes) {
    process.stderr.write(`${capsules} capsules ……\n`)
    results.push(await measureSize(capsules, engines, args))
  }
  if (results.length > 0) printTable(results)
  for (const result of results) printNotes(result)
  const universe: UniverseResult[] = []
  for (const capsules of args.only.includes('universe') ? args.sizes : []) {
    process.stderr.write(`${capsules} public capsules ……\n`)
    universe.push(await measureUniverse(capsules, engines, args.seconds))
  }
  if (universe.length > 0) printUniverse(universe)
  const wantsMedia = args.only.length === 0 || args.only.includes('media')
  const media = wantsMedia ? await measureMedia(engines, args.seconds) : undefined
  if (media) printMedia(media)
  if (args.json)
    writeFileSync(
      args.json,
      `${JSON.stringify({ ...heading, node: process.version, results, universe, media }, null, 2)}\n`,
    )
}

/** For the embedded engine the ceiling is a real server when there is one to ask. */
async function ceilingServer(): Promise<string | undefined> {
  const given = process.env.BENCH_CEILING_URL
  if (process.env.DATABASE_URL || !given) return undefined
  const why = await whyNotReachable(given)
  if (!why) return given
  console.error(`BENCH_CEILING_URL is not reachable (${why}): the ceiling runs on the embedded engine`)
  return undefined
}

async function cleanUp(): Promise<void> {
  await stopAll()
  for (const place of engines.places) await dropPlace(place)
  rmSync(engines.folder, { recursive: true, force: true })
}
