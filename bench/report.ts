import { cpus } from 'node:os'
import type { BackupStep } from './backup.ts'
import type { DueResult } from './due.ts'
import type { LargeResult } from './large.ts'
import type { ListsResult } from './lists.ts'
import type { MediaResult } from './media.ts'
import type { OwnResult } from './own.ts'
import type { PaidResult } from './paid.ts'
import type { Cell, Side } from './rounds.ts'
import type { ScaleResult } from './scale.ts'
import type { Memory, SizeResult } from './size.ts'
import type { UniverseResult } from './universe.ts'
import { SEALERS } from './world.ts'

export type Heading = { engine: string; ceiling: string; seconds: number; connections: string }

export function printHeading({ engine, ceiling, seconds, connections }: Heading): void {
  console.log(`\n时光胶囊 on ${engine} · ceiling: bare Fastify on ${ceiling}`)
  console.log(
    `Node ${process.versions.node}, ${cpus().length} cores, load on the same machine · ${connections} connections · ` +
      `${seconds} s a cell and side in rounds of 1 s in turn`,
  )
  console.log(
    `Seals and unseals are spread over ${SEALERS} people, so that no balance's row lock is the bottleneck; a capsule has ` +
      'about 1 kB of text, one contact, an Idempotency-Key and, unless said, no question.\n',
  )
}

export function printDue({ capsules, processes, seconds, planned, notices, twice, left }: DueResult): void {
  const rate = Math.round(capsules / seconds).toLocaleString('en')
  console.log(
    `\n${capsules.toLocaleString('en')} capsules due at one moment, every third with a contact, on ${processes} processes: ` +
      `planned in ${seconds.toFixed(1)} s (${rate}/s), ${notices.toLocaleString('en')} notices, ${twice} twice, ${left} left`,
  )
  for (const { planned: count, firstBytes, peakBytes, cpuMicros } of planned) {
    const megabytes = (bytes: number) => (bytes / 1024 ** 2).toFixed(0)
    console.log(
      `  one process: ${count.toLocaleString('en')} capsules, ${(cpuMicros / 1e6).toFixed(1)} s CPU, ` +
        `${megabytes(firstBytes)} MB after a fifth of the time, ${megabytes(peakBytes)} MB at most`,
    )
  }
}

export function printLarge(results: LargeResult[]): void {
  for (const { table, rows, bytesARow, steps } of results) {
    console.log(`\n${table} of ${rows.toLocaleString('en')} rows, ${bytesARow.toFixed(0)} bytes a row with its indexes`)
    for (const { what, micros } of steps)
      console.log(`  ${what}: ${micros < 20 ? micros.toFixed(1) : micros.toFixed(0)} µs`)
  }
}

export function printOwn({ diaries, bytes, searches }: OwnResult): void {
  console.log(
    `\none person’s ${diaries.toLocaleString('en')} diaries, ${Math.round(bytes / diaries)} encrypted bytes each; median of five`,
  )
  printAligned([
    ['search', 'calls', 'found', 'ms', 'longest call ms', 'ms CPU of ours'],
    ...searches.map(({ what, calls, found, ms, longestMs, cpuMs }) => [
      what,
      String(calls),
      String(found),
      ms.toFixed(0),
      longestMs.toFixed(0),
      cpuMs.toFixed(0),
    ]),
  ])
}

export function printScale(results: ScaleResult[]): void {
  console.log('\none process and two, over one PostgreSQL server; cores in use by each')
  printAligned([
    ['call', 'processes', 'req/s', 'p99 ms', 'ours', 'PostgreSQL', 'client'],
    ...results.map(({ name, processes, perSecond, p99, cores }) => [
      name,
      String(processes),
      perSecond.toFixed(0),
      p99.toFixed(1),
      cores.servers.toFixed(2),
      cores.database.toFixed(2),
      cores.client.toFixed(2),
    ]),
  ])
}

const COLUMNS = [
  ...['call', 'capsules', 'req/s', 'p50 ms', 'p99 ms', 'µs CPU', '| bare req/s', 'p50 ms', 'p99 ms', 'µs CPU'],
  ...['| ratio', 'p99 ratio'],
]

/** µs CPU: of the server process for one request, in all its threads; a PostgreSQL server's CPU is not in it. */
export function printTable(results: SizeResult[]): void {
  printCells(
    results.flatMap(({ capsules, phases }) =>
      phases.flatMap((phase) => phase.cells.map((cell) => ({ capsules, cell }))),
    ),
  )
}

/** Each call of both runs: its ratio to its ceiling, which was measured beside it, and the µs CPU of a request, before and now. */
export function printCompared(before: SizeResult[], now: SizeResult[]): void {
  const cellsOf = ({ phases }: SizeResult): Cell[] => phases.flatMap(({ cells }) => cells)
  const rows = now.flatMap((size) => {
    const earlier = before.filter(({ capsules }) => capsules === size.capsules).flatMap(cellsOf)
    return cellsOf(size).flatMap((cell) => {
      const was = earlier.find(({ name }) => name === cell.name)
      if (!was) return []
      const pair = (of: (cell: Cell) => number, digits: number) => [was, cell].map((cell) => of(cell).toFixed(digits))
      return [
        [cell.name, String(size.capsules), ...pair(({ ratio }) => ratio, 2), ...pair(({ ours }) => ours.cpuMicros, 0)],
      ]
    })
  })
  console.log('\nagainst the earlier run')
  printAligned([['call', 'capsules', 'ratio before', 'now', 'µs CPU before', 'now'], ...rows])
}

/** Prints the figures of public capsules; a search is measured by its second page, which is kept in no history. */
export function printUniverse(results: UniverseResult[]): void {
  printCells(results.flatMap(({ capsules, cells }) => cells.map((cell) => ({ capsules, cell }))))
  for (const { capsules, seedSeconds, bytes } of results) {
    const megabytes = (bytes / 1024 ** 2).toFixed(0)
    console.log(
      `\n${capsules.toLocaleString('en')} public capsules (made in ${seedSeconds.toFixed(0)} s): ${megabytes} MB`,
    )
  }
}

export const printLists = (results: ListsResult[]): void =>
  printCells(results.flatMap(({ capsules, cells }) => cells.map((cell) => ({ capsules, cell }))))

export function printPaid({ orders, cells, broken }: PaidResult): void {
  console.log(`\n${orders.toLocaleString('en')} orders, in place of capsules`)
  printCells(cells.map((cell) => ({ capsules: orders, cell })))
  console.log(`\nbroken invariants: ${broken.length === 0 ? 'none' : JSON.stringify(broken)}`)
}

function printCells(cells: { capsules: number; cell: Cell }[]): void {
  const names = [...new Set(cells.map(({ cell }) => cell.name))]
  const ordered = names.flatMap((name) => cells.filter(({ cell }) => cell.name === name))
  printAligned([COLUMNS, ...ordered.map(({ capsules, cell }) => rowOf(capsules, cell))])
  for (const { capsules, cell } of ordered) {
    if (cell.ours.shed + cell.bare.shed > 0)
      console.log(
        `  ${cell.name} at ${capsules.toLocaleString('en')}: besides ${cell.ours.requests} answered, ${cell.ours.shed} were told to come later`,
      )
  }
  console.log('\nwhat the ceiling does')
  for (const name of names) console.log(`  ${name}: ${cells.find(({ cell }) => cell.name === name)!.cell.ceiling}`)
}

const rowOf = (capsules: number, { name, ours, bare, ratio, p99Ratio }: Cell): string[] => [
  name,
  capsules.toLocaleString('en'),
  ...sideOf(ours),
  ...sideOf(bare).map((text, index) => (index === 0 ? `| ${text}` : text)),
  `| ${ratio.toFixed(2)}`,
  p99Ratio.toFixed(2),
]

const sideOf = ({ perSecond, p50, p99, cpuMicros }: Side): string[] => [
  perSecond.toFixed(0),
  p50.toFixed(1),
  p99.toFixed(1),
  cpuMicros.toFixed(0),
]

export function printNotes(result: SizeResult): void {
  const { capsules, due, seedSeconds, phases, signIn, encryptionMicros, broken } = result
  const [first, second] = phases as [(typeof phases)[0], (typeof phases)[0]]
  const sealed = second.cells.find(({ name }) => /^seal( ×|$)/.test(name))?.ours
  const worst = phases
    .flatMap((phase) => phase.cells)
    .filter(({ name }) => !name.startsWith('seal + question'))
    .sort((a, b) => b.ours.loopMs - a.ours.loopMs)[0]
  console.log(
    `\n${capsules.toLocaleString('en')} capsules (made in ${seedSeconds.toFixed(0)} s; ${due} due ones more for the writes)`,
  )
  console.log(
    `  sign-in check: ${signIn.knownMicros.toFixed(1)} µs CPU when known, ${signIn.lookUpMicros.toFixed(0)} µs when looked up (once a second and person)`,
  )
  if (sealed) {
    const share = (encryptionMicros / sealed.cpuMicros) * 100
    console.log(
      `  encryption of a capsule: ${encryptionMicros.toFixed(1)} µs, ${share.toFixed(1)} % of the server's CPU for a seal`,
    )
  }
  printMemory('after the reads', first.ours, first.bare)
  printMemory('after the writes', second.ours, second.bare)
  if (worst) {
    const [ours, bare] = [worst.ours.loopMs, worst.bare.loopMs].map((ms) => ms.toFixed(1))
    console.log(
      `  delay of the main loop, p99 in a middling round of the worst call (${worst.name}): ${ours} ms; bare ${bare} ms`,
    )
  }
  console.log(`  broken invariants: ${broken.length ? JSON.stringify(broken) : 'none'}`)
}

/** Uploads and downloads in MB/s, four at a time. */
export function printBackup(capsules: number, gigabytes: number, steps: BackupStep[]): void {
  console.log(`\nbackup of ${capsules} capsules and ${gigabytes} GB of uploads`)
  printAligned([
    ['what', 'seconds', 'MB/s', 'memory, MB'],
    ...steps.map(({ name, seconds, megabytes, peakMegabytes }) => [
      name,
      seconds.toFixed(1),
      megabytes ? (megabytes / seconds).toFixed(0) : '',
      peakMegabytes?.toFixed(0) ?? '',
    ]),
  ])
}

export function printMedia({ cells, rssBefore, peak }: MediaResult): void {
  console.log('\nmedia, MB/s, four at a time')
  printAligned([
    ['what', 'ours', 'ceiling', 'ratio', ''],
    ...cells.map(({ name, ceiling, ours, bare, ratio }) => [
      name,
      ours.toFixed(0),
      bare.toFixed(0),
      ratio.toFixed(2),
      ceiling,
    ]),
  ])
  console.log(`  memory before ${megabytes(rssBefore)} MB${peak ? `, peak ${megabytes(peak)} MB` : ''}`)
}

function printMemory(when: string, ours: Memory, bare: Memory): void {
  const text = ({ rssBytes, peakBytes }: Memory) =>
    `${megabytes(rssBytes)} MB${peakBytes ? ` (peak ${megabytes(peakBytes)})` : ''}`
  console.log(`  memory ${when}: ${text(ours)}; bare ${text(bare)}`)
  const times = (ours.startMs / bare.startMs).toFixed(2)
  console.log(
    `    start to /health: ${ours.startMs.toFixed(0)} ms; bare ${bare.startMs.toFixed(0)} ms (${times} times)`,
  )
}

const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(0)

function printAligned(rows: string[][]): void {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  for (const row of rows) {
    console.log(
      row.map((text, column) => (column === 0 ? text.padEnd(widths[0]!) : text.padStart(widths[column]!))).join('  '),
    )
  }
}
