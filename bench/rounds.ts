import { setTimeout as delay } from 'node:timers/promises'
import type { Args } from './args.ts'
import type { Asking, Measured } from './calls.ts'
import { type Cpu, usedBetween } from './cpu.ts'
import { type Ask, type Clients, type IsRight, type Load, openClients } from './load.ts'
import type { Side } from './servers.ts'

/** Medians over the runs; µs of processor and milliseconds a call. */
export type Figures = { ours: number; database: number; perSecond: number; p50: number; p99: number; shed: number }
export type Cell = {
  name: string
  connections: number
  sides: Record<string, Figures>
  /** Of each other side to the first: processor (its over the first's), rate and p99 (the first's over its). */
  ratios: Record<string, { cpu: number; rate: number; p99: number }>
  /** Rounds made anew, because a thread or a backend ended within them. */
  repeated: number
}

export type Plan = Pick<Args, 'runs' | 'calls' | 'warmUp'>

/** Work that an answer leaves behind counts as well, and what other sides left does not. */
const SETTLE_MS = 50
const SPARE_ROUNDS = 4
/** Calls before each round that do not count: pools have let go of idle connections while others had their turn. */
const leadIn = (calls: number): number => Math.min(200, calls)
const WARM_UP_CHUNK = 500

/** At most so many asks of one side for one call and crowd: what is used up must be made before. */
export const mostAsks = ({ runs, calls, warmUp }: Plan): number =>
  warmUp + (2 * runs + SPARE_ROUNDS) * (leadIn(calls) + calls)

/**
 * A fixed number of calls a round, sides in turn and back again (ABBA), so that what else the machine does weighs on all alike.
 * `from`: the first turn that was not taken yet.
 */
export async function measure(
  measured: Measured,
  sides: readonly Side[],
  { runs, calls, warmUp, connections, from = 0 }: Plan & { connections: number; from?: number },
): Promise<Cell> {
  const runners: Runner[] = []
  for (const side of sides) {
    const asking = measured.asks[side.asks]
    if (asking) runners.push(makeRunner(side, { asking, isRight: rightFor(measured, side), connections, from }))
  }
  for (const { warm } of runners) await warm(warmUp)
  const kept = runners.map(() => [] as Round[][])
  for (let run = 0; run < runs; run++) {
    const rounds = runners.map(() => [] as Round[])
    for (const [at, { round }] of runners.entries()) rounds[at]!.push(await round(calls))
    for (const [at, { round }] of [...runners.entries()].reverse()) rounds[at]!.push(await round(calls))
    for (const [at, pair] of rounds.entries()) kept[at]!.push(pair)
  }
  const names = runners.map(({ name }) => name)
  const repeated = runners.reduce((sum, runner) => sum + runner.repeated(), 0)
  return { name: measured.name, connections, ...cellOf(names, kept), repeated }
}

const rightFor = (measured: Measured, { asks }: Side): IsRight =>
  measured.isRight ?? (asks === 'ours' ? isOurs : isAnswered)

const OK = Buffer.from('{"code":1000')
const isAnswered = (head: string): boolean => head.startsWith('HTTP/1.1 200')
const isOurs = (head: string, body: Buffer): boolean => isAnswered(head) && body.subarray(0, OK.length).equals(OK)

type Round = Load & Cpu
type Runner = ReturnType<typeof makeRunner>
type Running = { asking: Asking; isRight: IsRight; connections: number; from: number }

function makeRunner(side: Side, { asking, isRight, connections, from }: Running) {
  let turn = from
  let repeated = 0
  /** Made before the round: what signs a payment or writes JSON runs on the same cores. */
  const next = (count: number): Ask[] => Array.from({ length: count }, () => asking(turn++))

  /** On connections of its own: a server closes those that are idle while others have their turn. */
  async function within<T>(work: (run: Clients['run']) => Promise<T>): Promise<T> {
    const clients = await openClients(side.ports, connections)
    return work(clients.run).finally(clients.close)
  }
  async function round(calls: number): Promise<Round> {
    const [before, asks] = [next(leadIn(calls)), next(calls)]
    const [load, used] = await within(async (run) => {
      await run(before, isRight)
      await delay(SETTLE_MS)
      const reading = await side.read()
      const load = await run(asks, isRight)
      await delay(SETTLE_MS)
      return [load, usedBetween(reading, await side.read())] as const
    })
    if (used) return { ...load, ours: used.ours / calls, database: used.database / calls }
    repeated += 1
    if (repeated > SPARE_ROUNDS) throw new Error(`${side.name}: backends or threads ended in ${repeated} rounds`)
    return round(calls)
  }
  const warm = (calls: number): Promise<void> =>
    within(async (run) => {
      for (let left = calls; left > 0; left -= WARM_UP_CHUNK) await run(next(Math.min(left, WARM_UP_CHUNK)), isRight)
    })
  return { name: side.name, round, warm, repeated: () => repeated }
}

/** `kept`: by side and run, two rounds each. */
function cellOf(names: string[], kept: Round[][][]): Pick<Cell, 'sides' | 'ratios'> {
  const byRun = kept.map((runs) => runs.map(figuresOf))
  const of = (at: number, figure: (figures: Figures) => number) => median(byRun[at]!.map(figure))
  const sides = names.map((name, at) => [
    name,
    {
      ...{ ours: of(at, ({ ours }) => ours), database: of(at, ({ database }) => database) },
      ...{
        perSecond: of(at, ({ perSecond }) => perSecond),
        p50: of(at, ({ p50 }) => p50),
        p99: of(at, ({ p99 }) => p99),
      },
      shed: byRun[at]!.reduce((sum, { shed }) => sum + shed, 0),
    },
  ])
  const over = (at: number, figure: (mine: Figures, theirs: Figures) => number) =>
    median(byRun[at]!.map((theirs, run) => figure(byRun[0]![run]!, theirs)))
  const ratios = names.slice(1).map((name, index) => [
    name,
    {
      cpu: over(index + 1, (mine, theirs) => (theirs.ours + theirs.database) / (mine.ours + mine.database)),
      rate: over(index + 1, (mine, theirs) => mine.perSecond / theirs.perSecond),
      p99: over(index + 1, (mine, theirs) => mine.p99 / theirs.p99),
    },
  ])
  return { sides: Object.fromEntries(sides), ratios: Object.fromEntries(ratios) }
}

function figuresOf(rounds: Round[]): Figures {
  const latencies = Float64Array.from(rounds.flatMap((round) => round.latencies)).sort()
  const sum = (of: (round: Round) => number) => rounds.reduce((total, round) => total + of(round), 0)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  return {
    ours: sum(({ ours }) => ours) / rounds.length,
    database: sum(({ database }) => database) / rounds.length,
    perSecond: (latencies.length / sum(({ ms }) => ms)) * 1_000,
    ...{ p50: at(0.5), p99: at(0.99), shed: sum(({ shed }) => shed) },
  }
}

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
