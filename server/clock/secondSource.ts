const TIMEOUT_MS = 5_000
const APART_MS = 5 * 60_000

/** Whether a server elsewhere (TIME_SOURCE_URL) says the same time by its Date header. Nobody is asked when none is set. */
export async function secondSource(url: string | undefined, nowMs: number): Promise<boolean> {
  if (!url) return false
  const answer = await fetch(url, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined)
  const there = Date.parse(answer?.headers.get('date') ?? '')
  return Math.abs(there - nowMs) < APART_MS
}
