import type { Args } from './args.ts'
import type { Measured } from './calls.ts'
import { openClients } from './load.ts'
import type { Server } from './servers.ts'

export type Side = {
  perSecond: number
  p50: number
  p99: number
  cpuMicros: number
  loopMs: number
  requests: number
  /** Requests that were refused besides, since there were too many. */
  shed: number
}
export type Cell = { name: string; ceiling: string; ours: Side; bare: Side; ratio: number; p99Ratio: number }

const ROUND_MS = 1_000
const WARM_UP_MS = 1_500

/** Short rounds of either side in turn, ABBA, so that what else the machine does weighs on both alike. */
export async function measure(
  measured: Measured,
  { ours, bare }: { ours: Server; bare: Server },
  { seconds, connections, from = 0 }: Pick<Args, 'seconds' | 'connections'> & { from?: number },
): Promise<Cell> {
  const a = await runner(await openClients(ours.port, connections), {
    server: ours,
    asking: measured.ours,
    isRight: measured.isRight ?? isOurs,
    from,
  })
  const b = await runner(await openClients(bare.port, connections), {
    server: bare,
    asking: measured.bare,
    isRight: isAnswered,
    from,
  })
  try {
    await a.round(WARM_UP_MS)
    await b.round(WARM_UP_MS)
    const kept = { a: [] as Round[], b: [] as Round[] }
    for (let round = 0; round < seconds; round++) {
      if (round % 2) kept.b.push(await b.round(ROUND_MS))
      kept.a.push(await a.round(ROUND_MS))
      if (round % 2 === 0) kept.b.push(await b.round(ROUND_MS))
    }
    return cellOf(measured, sideOf(kept.a), sideOf(kept.b))
  } finally {
    a.close()
    b.close()
  }
}

type Round = { ms: number; latencies: number[]; shed: number; cpuMicros: number; loopMs: number }

type Running = {
  server: Server
  asking: Measured['ours']
  isRight: (head: string, body: Buffer) => boolean
  from: number
}

async function runner(clients: Awaited<ReturnType<typeof openClients>>, { server, asking, isRight, from }: Running) {
  let turn = from
  async function round(ms: number): Promise<Round> {
    const before = await server.figures()
    const load = await clients.run(ms, () => asking(turn++), isRight)
    const after = await server.figures()
    return { ...load, cpuMicros: after.cpuMicros - before.cpuMicros, loopMs: after.loopMs }
  }
  return { round, close: clients.close }
}

const OK = Buffer.from('{"code":1000')
const isAnswered = (head: string): boolean => head.startsWith('HTTP/1.1 200')
export const isOurs = (head: string, body: Buffer): boolean =>
  isAnswered(head) && body.subarray(0, OK.length).equals(OK)

function sideOf(rounds: Round[]): Side {
  const latencies = Float64Array.from(rounds.flatMap((round) => round.latencies)).sort()
  const sum = (of: (round: Round) => number) => rounds.reduce((total, round) => total + of(round), 0)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  return {
    perSecond: (latencies.length / sum((round) => round.ms)) * 1_000,
    p50: at(0.5),
    p99: at(0.99),
    cpuMicros: sum((round) => round.cpuMicros) / latencies.length,
    loopMs: median(rounds.map((round) => round.loopMs)),
    requests: latencies.length,
    shed: sum((round) => round.shed),
  }
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const cellOf = ({ name, ceiling }: Measured, ours: Side, bare: Side): Cell => ({
  name,
  ceiling,
  ours,
  bare,
  ratio: ours.perSecond / bare.perSecond,
  p99Ratio: ours.p99 / bare.p99,
})
