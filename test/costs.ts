import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Of one test file of the last run: how many tests, seconds by the clock and of processor. */
export type Cost = { part: string; file: string; tests: number; seconds: number; processor: number }

const FOLDER = join('.cache', 'costs')

/** Keeps the costs of one run's files in place of the earlier ones; `npm run figures -- tests` shows them. */
export function keepCosts(run: string, costs: Cost[]): void {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, `${run}.json`), JSON.stringify(costs))
}

/** Costs of the last runs, the dearest file first. */
export function keptCosts(): Cost[] {
  const runs = existsSync(FOLDER) ? readdirSync(FOLDER) : []
  const costs = runs.flatMap((name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Cost[])
  return costs.sort((one, other) => other.processor - one.processor)
}

/** A table of processor seconds, seconds by the clock and tests: of each part, then of each file. */
export function costTable(costs: Cost[]): string {
  const parts = [...new Set(costs.map(({ part }) => part))]
  const sums = parts.map((part) =>
    sumOf(
      part,
      costs.filter((cost) => cost.part === part),
    ),
  )
  const head = '  cpu s  clock s  tests'
  return [head, ...sums.map(lineOf), '', head, ...costs.map(lineOf)].join('\n')
}

const sumOf = (part: string, files: Cost[]): Cost => ({
  part,
  file: `${files.length} files`,
  tests: sum(files.map(({ tests }) => tests)),
  seconds: sum(files.map(({ seconds }) => seconds)),
  processor: sum(files.map(({ processor }) => processor)),
})

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)

const lineOf = ({ part, file, tests, seconds, processor }: Cost): string =>
  `${processor.toFixed(1).padStart(7)} ${seconds.toFixed(1).padStart(8)} ${String(tests).padStart(6)}  ${part}: ${file}`
