import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Metrics } from '#server/core/metrics.ts'
import type { Config } from '#server/platform/config.ts'
import { databaseIdentity } from './databaseIdentity.ts'
import type { Db } from './db.ts'
import type { Database } from './open.ts'

/** A capsule made public may appear this much later; one that is public no more is found out by its id (readViaReplica.ts). */
const BEHIND_MOST_MS = 3_000
const LOOK_EVERY_MS = 1_000

export type Replica = {
  /** The result of `read` on the replica; undefined when that is behind, away or slow, and the primary has to be asked. */
  ask: <T>(read: (db: Db) => Promise<T>) => Promise<T | undefined>
  close: () => Promise<void>
}

type Between = {
  config: Config
  metrics: Metrics
  primary: Db
  standby: Pick<Database, 'db' | 'close'>
  log: FastifyBaseLogger
}
/** The position of the primary's log at a moment of this process's clock: all that was committed before is within. */
type Mark = { at: number; position: number }

/**
 * A standby of the same server, looked at once a second: it counts while it has replayed what the primary had written at
 * most three seconds ago. By positions in the log, since a quiet primary gives a standby nothing to tell its age by.
 */
export function watchReplica({ primary, standby, config, log, metrics }: Between): Replica {
  const replica = standby.db
  const marks: Mark[] = []
  let asOf = Number.NEGATIVE_INFINITY
  let said: string | undefined
  let stopped = false
  let timer = setTimeout(look, 0).unref()

  const isFresh = () => performance.now() - asOf <= BEHIND_MOST_MS
  const distrust = () => {
    asOf = Number.NEGATIVE_INFINITY
  }

  async function look(): Promise<void> {
    const why = await whyNot().catch((error: Error) => error.message)
    if (why) distrust()
    metrics.replicaFresh.set(isFresh() ? 1 : 0)
    tell(why ?? (isFresh() ? undefined : 'it is behind'))
    if (!stopped) timer = setTimeout(look, LOOK_EVERY_MS).unref()
  }

  /** Marks what the primary has, and finds the newest mark that the replica has reached. */
  async function whyNot(): Promise<string | undefined> {
    const at = performance.now()
    marks.unshift({ at, position: await positionOf(primary) })
    marks.length = Math.min(marks.length, 1 + BEHIND_MOST_MS / LOOK_EVERY_MS)
    const [own, theirs] = await Promise.all([databaseIdentity(config, primary), databaseIdentity(config, replica)])
    if (own !== theirs) return 'it is no standby of the same database'
    const reached = await positionOf(replica)
    asOf = marks.find(({ position }) => position <= reached)?.at ?? Number.NEGATIVE_INFINITY
    return undefined
  }

  function tell(why: string | undefined): void {
    if (why === said) return
    said = why
    if (why) log.warn({ reason: why }, 'the read replica is not asked: the primary answers')
    else log.info('the read replica is asked for public lists and search')
  }

  return {
    async ask(read) {
      const answer = isFresh() ? await read(replica).catch(distrust) : undefined
      metrics.replicaReads.inc({ answered: answer === undefined ? 'primary' : 'replica' })
      return answer as Awaited<ReturnType<typeof read>> | undefined
    },
    async close() {
      stopped = true
      clearTimeout(timer)
      await standby.close()
    },
  }
}

/** How far a server's log has come, in bytes: written by a primary, replayed by a standby. */
async function positionOf(db: Db): Promise<number> {
  const { rows } = await sql<{ position: string | null }>`
    select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end - '0/0')::text
      as position`.execute(db)
  const position = rows[0]?.position
  if (!position) throw new Error('it does not say how far it has come')
  return Number(position)
}
