import type { Config } from '#server/config.ts'
import { isLoopback } from '#server/loopback.ts'

const TIMEOUT_MS = 5_000
const APART_MS = 5 * 60_000

type Settings = Pick<Config, 'timeSource' | 'bucket' | 'directUrl'>
type Said = 'agrees' | 'differs'

/**
 * What a second source of time says of this moment of the database's clock: a server elsewhere (TIME_SOURCE_URL), the bucket,
 * or this machine's own clock where the database is on another. The first that answers counts; undefined where none does.
 */
export async function secondSource(settings: Settings, asksDatabase: () => Promise<number>): Promise<Said | undefined> {
  for (const ask of sourcesOf(settings)) {
    const there = await ask()
    if (Number.isNaN(there)) continue
    return Math.abs(there - (await asksDatabase())) < APART_MS ? 'agrees' : 'differs'
  }
  return undefined
}

function sourcesOf({ timeSource, bucket, directUrl }: Settings): (() => Promise<number>)[] {
  return [
    ...(timeSource ? [() => dateOf(timeSource)] : []),
    ...(bucket && isElsewhere(new URL(bucket.url).hostname) ? [() => dateOf(bucket.url)] : []),
    ...(directUrl && isElsewhere(hostOf(directUrl)) ? [async () => Date.now()] : []),
  ]
}

/** By its Date header, whatever else it answers; NaN when it gives none. */
async function dateOf(url: string): Promise<number> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const answer = await fetch(url, { method: 'HEAD', redirect: 'manual', signal }).catch(() => undefined)
  return Date.parse(answer?.headers.get('date') ?? '')
}

/** A machine with a clock of its own. A name of one word is a container beside us, by the same clock; a path a socket. */
const isElsewhere = (host: string): boolean => /[.:]/.test(host) && !host.includes('/') && !isLoopback(host)

function hostOf(databaseUrl: string): string {
  const { hostname, searchParams } = new URL(databaseUrl)
  return searchParams.get('host') ?? hostname
}
