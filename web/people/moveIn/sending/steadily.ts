import { CODE } from '#contract/codes.ts'
import { getToken } from '#web/client/session.ts'
import { CallError, NO_ANSWER } from '#web/client/transport.ts'
import { UploadError } from '#web/client/upload/upload.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
const DOUBLINGS_MOST = 5

type Steady = {
  signal: AbortSignal
  /** Hears why nothing goes on, and undefined when it does. */
  onWaiting: (why: string | undefined) => void
}

/** Does it until it is done: after a lost line it waits, and goes on as soon as there is a network again. */
export async function steadily<T>(act: () => Promise<T>, { signal, onWaiting }: Steady): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      const done = await act()
      if (tries > 0) onWaiting(undefined)
      return done
    } catch (error) {
      signal.throwIfAborted()
      const why = whyLater(error)
      if (why === undefined) throw error
      onWaiting(why)
      await untilLater(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries, DOUBLINGS_MOST)), signal)
    }
  }
}

/** Why it may be done at a later time; undefined when it will not, or nobody is signed in any more. */
function whyLater(error: unknown): string | undefined {
  if (getToken() === undefined) return undefined
  if (error instanceof UploadError) return error.mayRetry ? error.message : undefined
  const isLater = error instanceof CallError && (error.code === NO_ANSWER || error.code === CODE.tooManyTries)
  return isLater ? error.message : undefined
}

function untilLater(ms: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController()
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    over.signal.addEventListener('abort', () => clearTimeout(timer))
    window.addEventListener('online', () => resolve(), { signal: over.signal })
    signal.addEventListener('abort', () => reject(signal.reason), { signal: over.signal })
  }).finally(() => over.abort())
}
