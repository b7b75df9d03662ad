import { TEXT } from '#contract/codes.ts'
import { PAGE_CODE_TIMEOUT_MS } from '#contract/limits.ts'

const PROBE_TIMEOUT_MS = 5_000

/** The code of a page that did not come; `message` is ready to show. */
export class NoCode extends Error {}

/** Brings the code of a page, or says after 60 s at the latest why there is none (specification 9). */
export async function inTime<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new NoCode(TEXT.timedOut)), PAGE_CODE_TIMEOUT_MS)
  })
  try {
    return await Promise.race([load(), late])
  } catch (error) {
    throw error instanceof NoCode ? error : await whyNoCode(error)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Why a page cannot be brought now, or undefined. A reload is what brings it then: a browser may keep an import that
 * failed, and without the server a reload would take away the page that says so.
 */
export async function whyNotReload(): Promise<string | undefined> {
  if (!navigator.onLine) return TEXT.offline
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS)
  const answers = await fetch('/', { method: 'HEAD', cache: 'no-store', signal }).then(
    ({ ok }) => ok,
    () => false,
  )
  return answers ? undefined : TEXT.unreachable
}

/** While the server answers, the error stays as it is: the router reloads once for the addresses of a newer build. */
async function whyNoCode(error: unknown): Promise<unknown> {
  const why = await whyNotReload()
  return why ? new NoCode(why) : error
}
