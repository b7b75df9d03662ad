import { cpus } from 'node:os'
import type { Args } from './args.ts'
import type { Cell, Figures } from './rounds.ts'
import type { SizeResult } from './size.ts'

export function printHeading(engine: string, { runs, calls, warmUp }: Args): void {
  console.log(
    `\n时光胶囊 on ${engine} · Node ${process.versions.node}, ${cpus().length} cores, load on the same machine · sides in turn, ` +
      `${calls} calls a round, ${warmUp} before, medians of ${runs} runs of two rounds`,
  )
  console.log(
    'µs of processor a call: our process + its own PostgreSQL backends. bare: one query, or for a write the same rows, one ' +
      'statement each; floor: the bare query on node:http. Ratios above 1 say that ours is better, of p99 that it is later.',
  )
}

const micros = (figures: Figures | undefined): string => {
  if (!figures) return ''
  const { ours, database } = figures
  return database > 0 ? `${ours.toFixed(0)} + ${database.toFixed(0)}` : ours.toFixed(0)
}
const fixed = (value: number | undefined, digits = 2): string => value?.toFixed(digits) ?? ''

const rateOf = (figures: Figures | undefined): string[] => [
  fixed(figures?.perSecond, (figures?.perSecond ?? 0) < 10 ? 1 : 0),
  fixed(figures?.p99, 1),
]

/** A call on a line, for those who wait. */
export const inWords = ({ name, connections, sides }: Cell): string =>
  `${name} × ${connections}: ${Object.entries(sides)
    .map(([side, figures]) => `${side} ${micros(figures)}`)
    .join(', ')} µs`

/** One row a call: µs of each side, ratios to the first side, rates and p99. */
export function printCells(cells: readonly Cell[]): void {
  if (cells.length === 0) return
  const names = [...new Set(cells.flatMap(({ sides }) => Object.keys(sides)))]
  const [first, ...others] = names as [string, ...string[]]
  // The floor is a ceiling for processor alone.
  const rivals = others.filter((name) => name !== 'floor')
  printAligned([
    [
      ...['call', 'callers', ...names.map((name) => `${name} µs`)],
      ...others.map((name) => `${name} ÷ ${first}`),
      ...rivals.flatMap((name) => [`rate ÷ ${name}`, `p99 ÷ ${name}`]),
      ...[`${first}/s`, 'p99 ms'],
    ],
    ...cells.map(({ name, connections, sides, ratios }) => [
      ...[name, String(connections), ...names.map((side) => micros(sides[side]))],
      ...others.map((side) => fixed(ratios[side]?.cpu)),
      ...rivals.flatMap((side) => [fixed(ratios[side]?.rate), fixed(ratios[side]?.p99)]),
      ...rateOf(sides[first]),
    ]),
  ])
  for (const { name, connections, sides, repeated } of cells) {
    const shed = Object.entries(sides).filter(([, side]) => side.shed > 0)
    for (const [side, figures] of shed)
      console.log(`  ${name} × ${connections}: ${side} told ${figures.shed} to come later, who asked again`)
    if (repeated > 0)
      console.log(`  ${name} × ${connections}: ${repeated} rounds made anew, a backend or thread had ended`)
  }
}

export function printSize({ capsules, seedSeconds, cells, held, broken }: SizeResult): void {
  console.log(`\n${capsules.toLocaleString('en')} capsules and as many diaries, made in ${seedSeconds.toFixed(0)} s\n`)
  printCells(cells)
  for (const { name, startMs, rss, peak } of held)
    console.log(
      `  ${name}: ${megabytes(rss)} MB after the load (${megabytes(peak)} at most), ${startMs.toFixed(0)} ms to /health`,
    )
  for (const [name, rows] of Object.entries(broken))
    console.log(`  broken invariants of ${name}: ${rows.length > 0 ? JSON.stringify(rows) : 'none'}`)
}

/** Each call of both runs: bare ÷ product, and µs of the product, before and now. */
export function printCompared(before: readonly SizeResult[], now: readonly SizeResult[]): void {
  const rows = now.flatMap(({ capsules, cells }) => {
    const earlier = before.filter((size) => size.capsules === capsules).flatMap((size) => size.cells)
    return cells.flatMap((cell) => {
      const was = earlier.find(({ name, connections }) => name === cell.name && connections === cell.connections)
      if (!was) return []
      const pair = (of: (cell: Cell) => string) => [of(was), of(cell)]
      return [
        [
          ...[cell.name, String(cell.connections), String(capsules)],
          ...pair(({ sides }) => micros(sides.product)),
          ...pair(({ ratios }) => fixed(ratios.bare?.cpu)),
        ],
      ]
    })
  })
  console.log('\nagainst the earlier run')
  printAligned([['call', 'callers', 'capsules', 'µs before', 'now', 'bare ÷ product before', 'now'], ...rows])
}

export const megabytes = (bytes: number): string => (bytes / 1024 ** 2).toFixed(0)

export function printAligned(rows: string[][]): void {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  for (const row of rows)
    console.log(
      row.map((text, column) => (column === 0 ? text.padEnd(widths[0]!) : text.padStart(widths[column]!))).join('  '),
    )
}
