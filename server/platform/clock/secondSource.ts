import type { Config } from '#server/platform/config.ts'
import { isElsewhere, isOurs } from './elsewhere.ts'

const TIMEOUT_MS = 5_000
const APART_MS = 5 * 60_000

type Settings = Pick<Config, 'timeSource' | 'bucket' | 'directUrl'>
/** The database: its moment, and whether its own connections lead from another machine to it. */
export type ClockReader = { now: () => Promise<number>; isApart: () => Promise<boolean> }
/** `silent`: there is a source, and none answers. `isNamed`: by the address that an operator has named as a source. */
export type SourceAnswer = { says: 'agrees' | 'differs' | 'silent'; isNamed: boolean }

/**
 * Checks the database's clock against a second source of time: a server elsewhere (TIME_SOURCE_URL), the bucket, or this
 * machine's own clock where the database is on another. The first that answers counts; undefined where there is none.
 */
export async function secondSource(settings: Settings, database: ClockReader): Promise<SourceAnswer | undefined> {
  let said: SourceAnswer | undefined
  for (const { isNamed, ask } of sourcesOf(settings, database)) {
    const there = await ask()
    if (there === undefined) continue
    said = { says: 'silent', isNamed }
    if (Number.isNaN(there)) continue
    return { says: Math.abs(there - (await database.now())) < APART_MS ? 'agrees' : 'differs', isNamed }
  }
  return said
}

/** `ask` answers undefined where the source is no machine with a clock of its own. */
type Source = { isNamed: boolean; ask: () => Promise<number | undefined> }

function sourcesOf({ timeSource, bucket, directUrl }: Settings, { isApart }: ClockReader): Source[] {
  const named = async (url: string) => ((await isOurs(new URL(url).hostname)) ? undefined : dateOf(url))
  const ofBucket = async (url: string) => ((await isElsewhere(new URL(url).hostname)) ? dateOf(url) : undefined)
  const ownClock = async (url: string) =>
    (await isElsewhere(hostOf(url))) && (await isApart()) ? Date.now() : undefined
  return [
    ...(timeSource ? [{ isNamed: true, ask: () => named(timeSource) }] : []),
    ...(bucket ? [{ isNamed: false, ask: () => ofBucket(bucket.url) }] : []),
    ...(directUrl ? [{ isNamed: false, ask: () => ownClock(directUrl) }] : []),
  ]
}

/** A server's time by its Date header, whatever else it answers; NaN when it gives none. */
async function dateOf(url: string): Promise<number> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const answer = await fetch(url, { method: 'HEAD', redirect: 'manual', signal }).catch(() => undefined)
  return Date.parse(answer?.headers.get('date') ?? '')
}

function hostOf(databaseUrl: string): string {
  const { hostname, searchParams } = new URL(databaseUrl)
  return searchParams.get('host') ?? hostname
}
