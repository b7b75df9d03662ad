import { busy } from '#server/core/fail.ts'

/** The assumed length of a turn before the first one was measured. */
const FIRST_TURN_MS = 50
/** The weight of the newest turn in the running average of how long a turn lasts. */
const NEWEST = 0.1

type Waiter = { key: string; round: number; go: () => void }
type Lane = { most: number; running: number; round: number; turnMs: number; waiting: Waiter[] }
type Bounds<Name extends string> = {
  atOnce: number
  /** How many turns each lane may have at once: fewer than all, so that no lane takes every turn. */
  most: Record<Name, number>
  /** A caller that would wait longer is refused at once; one that has waited this long is refused as well. */
  waitMostMs: number
}
type Turn<Name extends string> = {
  lane: Name
  /** The owner of this turn: an owner with many turns waiting stands behind those with fewer. */
  key: string
}

/**
 * Costly work a few at a time, in lanes that do not stand in each other's way: each lane in turn gets what is free. Refuses
 * with 503 a caller that cannot be served within the bound, judged by how long the lane's turns have lately lasted.
 */
export function makeFairQueue<Name extends string>({ atOnce, most, waitMostMs }: Bounds<Name>) {
  const lanes = Object.fromEntries(
    Object.entries(most).map(([name, most]) => [
      name,
      { most, running: 0, round: 0, turnMs: FIRST_TURN_MS, waiting: [] },
    ]),
  ) as unknown as Record<Name, Lane>
  /** The lanes; the one that was served last stands last. */
  const order: Lane[] = Object.values(lanes)
  let running = 0

  function letIn(): void {
    while (running < atOnce) {
      const at = order.findIndex(({ running, most, waiting }) => running < most && waiting.length > 0)
      if (at < 0) return
      const [lane] = order.splice(at, 1) as [Lane]
      order.push(lane)
      const next = lane.waiting.shift()!
      lane.round = next.round
      lane.running += 1
      running += 1
      next.go()
    }
  }

  function takeTurn(lane: Lane, key: string): Promise<void> {
    const last = lane.waiting.findLast((waiter) => waiter.key === key)
    const round = last ? last.round + 1 : lane.round
    const ahead = lane.waiting.filter((waiter) => waiter.round <= round).length
    const hasRoom = running < atOnce && lane.running < lane.most
    if (!hasRoom && ((ahead + 1) * lane.turnMs) / lane.most > waitMostMs) throw busy()
    return new Promise((resolve, reject) => {
      const waiter = { key, round, go }
      const timer = setTimeout(tooLate, waitMostMs)
      function go() {
        clearTimeout(timer)
        resolve()
      }
      function tooLate() {
        lane.waiting.splice(lane.waiting.indexOf(waiter), 1)
        reject(busy())
      }
      lane.waiting.splice(ahead, 0, waiter)
      letIn()
    })
  }

  return async <T>({ lane: name, key }: Turn<Name>, work: () => Promise<T>): Promise<T> => {
    const lane = lanes[name]
    await takeTurn(lane, key)
    const began = performance.now()
    try {
      return await work()
    } finally {
      lane.turnMs += NEWEST * (performance.now() - began - lane.turnMs)
      lane.running -= 1
      running -= 1
      letIn()
    }
  }
}
