import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { makeFolder } from '#test/ours.mjs'
import { measureArchive } from './archive.ts'
import { readArgs } from './args.ts'
import { measureBackup } from './backup.ts'
import { measureDue } from './due.ts'
import { measureEverybody } from './everybody.ts'
import { measureMedia } from './media.ts'
import { measureOwn } from './own.ts'
import { dropPlaces, type Engine } from './place.ts'
import { printCells, printCompared, printHeading, printSize } from './report.ts'
import type { Cell } from './rounds.ts'
import { measureScale } from './scale.ts'
import { stopAll } from './servers.ts'
import { measureSize, type SizeResult } from './size.ts'
import { measureUniverse } from './universe.ts'

const args = readArgs(process.argv.slice(2))
const engine: Engine = { folder: makeFolder('bench'), server: process.env.DATABASE_URL || undefined }
const engineName = engine.server ? 'a PostgreSQL server' : 'the embedded engine'

/** Worlds of their own, in which calls are measured as in the others. */
const CELLS: Record<string, (size: number) => Promise<Cell[]>> = {
  universe: (capsules) => measureUniverse(capsules, engine, args),
  scale: (capsules) => measureScale(capsules, engine, args),
  media: () => measureMedia(engine, args),
  own: (diaries) => measureOwn(diaries, engine, args),
}
/** Measurements of another kind, each with words of its own. */
const ASIDE: Record<string, (size: number) => Promise<void>> = {
  due: (capsules) => measureDue(engine, capsules),
  backup: (capsules) => measureBackup(engine, capsules, args.gigabytes),
  archive: (diaries) => measureArchive(engine, diaries, args),
  everybody: (people) => measureEverybody(engine, people),
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
  printHeading(engineName, args)
  const aside = args.only.filter((name) => name in CELLS || name in ASIDE)
  const only = args.only.filter((name) => !aside.includes(name))
  const results: SizeResult[] = []
  const cells: Record<string, Cell[]> = {}
  for (const size of args.sizes) {
    process.stderr.write(`${size} ……\n`)
    if (aside.length === 0 || only.length > 0) {
      const result = await measureSize(size, engine, { ...args, only })
      results.push(result)
      printSize(result)
    }
    for (const name of aside) {
      const found = await CELLS[name]?.(size)
      if (found) {
        console.log(`\n${name}, ${size.toLocaleString('en')}\n`)
        printCells(found)
        cells[`${name} ${size}`] = found
      }
      await ASIDE[name]?.(size)
    }
  }
  if (args.compare)
    printCompared((JSON.parse(readFileSync(args.compare, 'utf8')) as { results: SizeResult[] }).results, results)
  if (args.json)
    writeFileSync(
      args.json,
      `${JSON.stringify({ engine: engineName, node: process.version, args, results, cells }, null, 2)}\n`,
    )
  refuseBroken(results)
}

/** A run that breaks what must hold is no measurement. */
function refuseBroken(results: readonly SizeResult[]): void {
  if (results.some(({ broken }) => Object.values(broken).some((rows) => rows.length > 0))) process.exitCode = 1
}

async function cleanUp(): Promise<void> {
  await stopAll()
  await dropPlaces()
  rmSync(engine.folder, { recursive: true, force: true })
}
