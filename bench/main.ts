import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { makeFolder } from '#test/ours.mjs'
import { readArgs } from './args.ts'
import { measureBackup } from './backup.ts'
import { measureDue } from './due.ts'
import { measureLarge } from './large.ts'
import { type ListsResult, measureLists } from './lists.ts'
import { measureMedia } from './media.ts'
import { measureOwn } from './own.ts'
import { measurePaid } from './paid.ts'
import { dropPlace, whyNotReachable } from './place.ts'
import {
  printBackup,
  printCompared,
  printDue,
  printHeading,
  printLarge,
  printLists,
  printMedia,
  printNotes,
  printOwn,
  printPaid,
  printScale,
  printTable,
  printUniverse,
} from './report.ts'
import { measureScale } from './scale.ts'
import { stopAll } from './servers.ts'
import { type Engines, measureSize, type SizeResult } from './size.ts'
import { measureUniverse, type UniverseResult } from './universe.ts'

/** Measurements that have a world of their own. */
const ASIDE = ['media', 'universe', 'lists', 'backup', 'due', 'large', 'scale', 'own', 'paid']

/** The number of processes that plan due capsules at once. */
const PLANNERS = 2

const args = readArgs(process.argv.slice(2))
const engines: Engines = {
  folder: makeFolder('bench'),
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
    connections: args.crowds.join(', '),
  }
  printHeading(heading)
  const aside = args.only.length > 0 && args.only.every((name) => ASIDE.includes(name))
  for (const capsules of aside ? [] : args.sizes) {
    process.stderr.write(`${capsules} capsules ……\n`)
    results.push(await measureSize(capsules, engines, args))
  }
  if (results.length > 0) printTable(results)
  for (const result of results) printNotes(result)
  if (args.compare) printCompared(earlierResults(args.compare), results)
  const universe: UniverseResult[] = []
  for (const capsules of args.only.includes('universe') ? args.sizes : []) {
    process.stderr.write(`${capsules} public capsules ……\n`)
    universe.push(await measureUniverse(capsules, engines, args))
  }
  if (universe.length > 0) printUniverse(universe)
  const lists: ListsResult[] = []
  for (const capsules of args.only.includes('lists') ? args.sizes : []) {
    process.stderr.write(`somebody with ${capsules} capsules ……\n`)
    lists.push(await measureLists(capsules, engines, args))
  }
  if (lists.length > 0) printLists(lists)
  for (const capsules of args.only.includes('backup') ? args.sizes : []) {
    process.stderr.write(`backup of ${capsules} capsules, ${args.gigabytes} GB ……\n`)
    printBackup(capsules, args.gigabytes, await measureBackup(engines, capsules, args.gigabytes))
  }
  for (const capsules of args.only.includes('due') ? args.sizes : []) {
    process.stderr.write(`${capsules} capsules due at once ……\n`)
    printDue(await measureDue(engines, capsules, PLANNERS))
  }
  for (const rows of args.only.includes('large') ? args.sizes : []) {
    process.stderr.write(`tables of ${rows} rows ……\n`)
    printLarge(await measureLarge(engines, rows))
  }
  for (const diaries of args.only.includes('own') ? args.sizes : []) printOwn(await measureOwn(engines, diaries))
  for (const capsules of args.only.includes('scale') ? args.sizes : [])
    printScale(await measureScale(engines, capsules, args))
  const paid = args.only.includes('paid') ? await measurePaid(engines, args) : undefined
  if (paid) printPaid(paid)
  const wantsMedia = args.only.length === 0 || args.only.includes('media')
  const media = wantsMedia ? await measureMedia(engines, args.seconds) : undefined
  if (media) printMedia(media)
  if (args.json)
    writeFileSync(
      args.json,
      `${JSON.stringify({ ...heading, node: process.version, results, universe, lists, paid, media }, null, 2)}\n`,
    )
}

function earlierResults(file: string): SizeResult[] {
  return (JSON.parse(readFileSync(file, 'utf8')) as { results: SizeResult[] }).results
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
