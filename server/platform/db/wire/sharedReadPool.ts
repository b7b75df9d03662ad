// Quick reads of all callers share a few connections, on which statements are sent without waiting for the answer before. This
// room exists for its speed alone: without it the CPU time of a read, ours and PostgreSQL's together, is 106 % more for userInfo,
// 99 % for detail and 95 % for one's own list; with four pipelining clients of the driver itself it is 30, 44 and 22 % more. What
// follows from sharing a connection is in docs/decisions/calls.md.

import { encodeParam } from '#server/platform/db/types.ts'
import { ConnectionBroken } from './conversation.ts'
import type { Row } from './read.ts'
import { openSharedConnection, type SharedConnection } from './sharedConnection.ts'

/** Each further connection costs both sides more wakings than it saves waiting (docs/decisions/calls.md). */
const MOST = 4
/** This part of a process's connections is shared; each of the others is one caller's at a time. */
const SHARE = 1 / 4
/** The pause after a shared connection could not be opened: meanwhile everybody asks on the pool, and waits for nothing. */
const PAUSE_MS = 1_000

/** How many of these connections are to be shared. */
export const sharedConnectionsOf = (connections: number): number => Math.min(MOST, Math.floor(connections * SHARE))

/** A shared connection to a server that takes writes: a standby's answers may be out of date, and nothing would tell. */
export async function openToPrimary(...how: Parameters<typeof openSharedConnection>): Promise<SharedConnection> {
  const connection = await openSharedConnection(...how)
  try {
    const [said] = await connection.ask('select pg_is_in_recovery() as is_standby', [])
    if (said?.is_standby) throw new Error('the server is a standby')
    return connection
  } catch (error) {
    connection.retire()
    throw error
  }
}

type Opening = { open: () => Promise<SharedConnection>; most: number; lifeMs: number }

/** Shared connections, opened as they are needed; the one with the least to do takes the next statement. */
export function makeSharedReadPool({ open, most, lifeMs }: Opening) {
  let connections: SharedConnection[] = []
  let opening: Promise<SharedConnection | undefined> | undefined
  let notBefore = 0
  let closed = false

  function openOne(): Promise<SharedConnection | undefined> {
    opening ??= open()
      .then(
        (connection) => {
          if (closed) connection.retire()
          else connections.push(connection)
          return connection
        },
        // A connection of the pool will say why no shared connection can be opened.
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

  /** The least busy connection, or one that is being opened. */
  function find(): SharedConnection | undefined | Promise<SharedConnection | undefined> {
    const best = leastBusy()
    if (best?.load() === 0 || closed) return best
    const mayOpen = connections.length < most && performance.now() >= notBefore
    const another = mayOpen ? openOne() : undefined
    return best ?? another
  }

  function leastBusy(): SharedConnection | undefined {
    let best: SharedConnection | undefined
    let unfit = false
    for (const connection of connections) {
      if (connection.isBroken() || connection.ageMs() > lifeMs) unfit = true
      else if (!connection.isSlow() && (!best || connection.load() < best.load())) best = connection
    }
    if (unfit) connections = connections.filter(keep)
    return best
  }

  function keep(connection: SharedConnection): boolean {
    if (connection.isBroken()) return false
    if (connection.ageMs() <= lifeMs) return true
    connection.retire()
    return false
  }

  /** Open connections end once they have answered; the next one may lead to another server. */
  function renew(): void {
    for (const connection of connections.splice(0)) connection.retire()
  }

  return {
    /** The rows; undefined where there is no shared connection, or it broke: then the caller is to use a connection of its own. */
    async ask(sql: string, values: readonly unknown[]): Promise<Row[] | undefined> {
      const found = find()
      const connection = found instanceof Promise ? await found : found
      try {
        return await connection?.ask(sql, values.map(encodeParam))
      } catch (error) {
        if (error instanceof ConnectionBroken) return undefined
        throw error
      }
    },
    open: () => connections.length,
    renew,
    close(): void {
      closed = true
      renew()
    },
  }
}
