import { encodeParam } from '#server/db/types.ts'
import { type Lane, LaneBroken, openLane } from './lane.ts'
import type { Row } from './read.ts'

/** Beyond, each costs both sides more wakings than it saves waiting (docs/decisions/058). */
const MOST = 4
/** Of a process's connections so many are shared, the others one caller's at a time. */
const SHARE = 1 / 4
/** Where one could not be opened, the next try waits so long: meanwhile everybody asks on the pool, and waits for nothing. */
const PAUSE_MS = 1_000

/** How many of these connections are to be lanes. */
export const lanesOf = (connections: number): number => Math.min(MOST, Math.floor(connections * SHARE))

/** A lane to a server that takes writes: what a standby says may be out of date, and nothing would tell. */
export async function openToPrimary(...how: Parameters<typeof openLane>): Promise<Lane> {
  const lane = await openLane(...how)
  try {
    const [said] = await lane.ask('select pg_is_in_recovery() as is_standby', [])
    if (said?.is_standby) throw new Error('the server is a standby')
    return lane
  } catch (error) {
    lane.retire()
    throw error
  }
}

type Opening = { open: () => Promise<Lane>; most: number; lifeMs: number }

/** Shared connections, opened as they are needed; the one with the least to do takes the next statement. */
export function makeLanes({ open, most, lifeMs }: Opening) {
  let lanes: Lane[] = []
  let opening: Promise<Lane | undefined> | undefined
  let notBefore = 0
  let closed = false

  function openOne(): Promise<Lane | undefined> {
    opening ??= open()
      .then(
        (lane) => {
          if (closed) lane.retire()
          else lanes.push(lane)
          return lane
        },
        // Why there is none, a connection of the pool will say.
        () => {
          notBefore = performance.now() + PAUSE_MS
          return undefined
        },
      )
      .finally(() => {
        opening = undefined
      })
    return opening
  }

  /** The best one there is, or one that is being opened. */
  function find(): Lane | undefined | Promise<Lane | undefined> {
    const best = leastBusy()
    if (best?.load() === 0 || closed) return best
    const mayOpen = lanes.length < most && performance.now() >= notBefore
    const another = mayOpen ? openOne() : undefined
    return best ?? another
  }

  function leastBusy(): Lane | undefined {
    let best: Lane | undefined
    let unfit = false
    for (const lane of lanes) {
      if (lane.isBroken() || lane.ageMs() > lifeMs) unfit = true
      else if (!lane.isSlow() && (!best || lane.load() < best.load())) best = lane
    }
    if (unfit) lanes = lanes.filter(keep)
    return best
  }

  function keep(lane: Lane): boolean {
    if (lane.isBroken()) return false
    if (lane.ageMs() <= lifeMs) return true
    lane.retire()
    return false
  }

  /** Those that are open end once they have answered; the next one may lead to another server. */
  function renew(): void {
    for (const lane of lanes.splice(0)) lane.retire()
  }

  return {
    /** Its rows; undefined where there is no lane to ask, or it broke: then a connection of one's own is to be asked. */
    async ask(sql: string, values: readonly unknown[]): Promise<Row[] | undefined> {
      const found = find()
      const lane = found instanceof Promise ? await found : found
      try {
        return await lane?.ask(sql, values.map(encodeParam))
      } catch (error) {
        if (error instanceof LaneBroken) return undefined
        throw error
      }
    },
    open: () => lanes.length,
    renew,
    close(): void {
      closed = true
      renew()
    },
  }
}
