import pg from 'pg'

/** After this long without any answer a probe asks whether the database answers at all. */
const QUIET_MS = 1_000
const ASK_EVERY_MS = 1_000
/** After this long without an answer to a probe the database stands still, and nobody new is let in. */
const STILL_MS = 3_000
/** A probe that was not answered by then is given up; the next ones are under way. */
const PROBE_LIMIT_MS = 5_000
const TICK_MS = 250
/** How long a server that had no room for a write is taken for full: only another write could tell. */
const FULL_MS = 30_000

export type Watch = ReturnType<typeof watchAnswers>

/**
 * Whether a database answers at all. While something is asked of it and nothing comes back, `probe` asks on a way of its
 * own, once a second; it says whether there was an answer, a refusal being one. Counts in ticks, not by the clock: a
 * process that was held up itself must not blame the database.
 */
export function watchAnswers(probe: () => Promise<boolean>) {
  let asked = 0
  let probes = 0
  /** since the last answer to anybody, to a probe or not */
  let quietMs = 0
  /** since the first probe that nobody answered */
  let silentMs = 0
  let unservedMs = 0
  let fullUntil = 0
  const ticking = setInterval(tick, TICK_MS).unref()

  function tick(): void {
    unservedMs += TICK_MS
    if (asked === 0 && probes === 0 && silentMs === 0) {
      quietMs = 0
      return
    }
    quietMs += TICK_MS
    if (probes > 0) silentMs += TICK_MS
    if (quietMs >= QUIET_MS && quietMs % ASK_EVERY_MS === 0) void ask()
  }

  async function ask(): Promise<void> {
    probes += 1
    if (await probe()) heard()
    probes -= 1
  }

  function heard(): void {
    quietMs = 0
    silentMs = 0
  }

  return {
    /** The same promise, watched: while it is pending, an answer is expected. */
    async waitFor<T>(work: Promise<T>): Promise<T> {
      asked += 1
      return work.finally(() => {
        asked -= 1
      })
    },
    /** A caller got an answer. */
    served(): void {
      heard()
      unservedMs = 0
    },
    /** The server's disk had no room for a write. */
    wasFull(): void {
      fullUntil = performance.now() + FULL_MS
    },
    whyFull: () => (performance.now() < fullUntil ? '数据库服务器的磁盘已满，暂停写入' : undefined),
    /** Whether a caller was answered just now; probes do not count. */
    serves: () => unservedMs < QUIET_MS,
    /** Why nobody new is let in; undefined while there are answers. */
    whyStill: () => (silentMs >= STILL_MS ? '数据库没有回应' : undefined),
    stop: () => clearInterval(ticking),
  }
}

/** Asks a server on a connection of its own. An error with a code – no room, no such database, refused – is an answer. */
export async function probeServer(connectionString: string): Promise<boolean> {
  const limits = { connectionTimeoutMillis: PROBE_LIMIT_MS, query_timeout: PROBE_LIMIT_MS }
  const client = new pg.Client({ connectionString, ...limits })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    return (error as { code?: string }).code !== undefined
  } finally {
    client.end().catch(() => {})
  }
}
