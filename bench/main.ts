import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readArgs } from './args.ts'
import { measureMedia } from './media.ts'
import { dropPlace, whyNotReachable } from './place.ts'
import { printHeading, printMedia, printNotes, printTable } from './report.ts'
import { stopAll } from './servers.ts'
import { type Engines, measureSize, type SizeResult } from './size.ts'

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
  const onlyMedia = args.only.length > 0 && args.only.every((name) => name === 'media')
  for (const capsules of onlyMedia ? [] : args.sizes) {
    process.stderr.write(`${capsules} capsules ……\n`)
    results.push(await measureSize(capsules, engines, args))
  }
  if (results.length > 0) printTable(results)
  for (const result of results) printNotes(result)
  const wantsMedia = args.only.length === 0 || args.only.includes('media')
  const media = wantsMedia ? await measureMedia(engines, args.seconds) : undefined
  if (media) printMedia(media)
  if (args.json)
    writeFileSync(args.json, `${JSON.stringify({ ...heading, node: process.version, results, media }, null, 2)}\n`)
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
