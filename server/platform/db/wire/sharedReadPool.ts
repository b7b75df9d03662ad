// Quick reads of all callers share a few connections, on which statements are sent without waiting for the answer before. This
// room exists for its speed alone: without it the CPU time of a read, ours and PostgreSQL's together, is 106 % more for userInfo,
// 99 % for detail and 95 % for one's own list; with four pipelining clients of the driver itself it is 30, 44 and 22 % more. What
// follows from sharing a connection is in docs/decisions/calls.md.

import { encodeParam } from '#server/platform/db/types.ts'
import { LaneBroken } from './conversation.ts'
import { type Lane, openLane } from './lane.ts'
import type { Row } from './read.ts'

/** Each further lane costs both sides more wakings than it saves waiting (docs/decisions/calls.md). */
const MOST = 4
/** This part of a process's connections is shared; each of the others is one caller's at a time. */
const SHARE = 1 / 4
/** The pause after a lane could not be opened: meanwhile everybody asks on the pool, and waits for nothing. */
const PAUSE_MS = 1_000

/** How many of these connections are to be lanes. */
export const lanesOf = (connections: number): number => Math.min(MOST, Math.floor(connections * SHARE))

/** A lane to a server that takes writes: a standby's answers may be out of date, and nothing would tell. */
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
export function makeSharedReadPool({ open, most, lifeMs }: Opening) {
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
        // A connection of the pool will say why no lane can be opened.
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

  /** The least busy lane, or one that is being opened. */
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

  /** Open lanes end once they have answered; the next one may lead to another server. */
  function renew(): void {
    for (const lane of lanes.splice(0)) lane.retire()
  }

  return {
    /** The rows; undefined where there is no lane, or it broke: then the caller is to use a connection of its own. */
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
