/** The signals a supervisor, a container's host or a terminal sends. */
export const STOP_SIGNALS: ('SIGTERM' | 'SIGINT')[] = ['SIGTERM', 'SIGINT']

type Stop = {
  begin: () => void
  /** How long a balancer gets to send nobody new, in milliseconds. */
  waitMs: () => number
  stop: () => unknown
}

/** The first signal begins the stop, which waits a while; the next one ends that wait, and one after that ends all at once. */
export function onStopSignals({ begin, waitMs, stop }: Stop): void {
  let waiting: NodeJS.Timeout | undefined
  let begun = false
  const goOn = () => {
    clearTimeout(waiting)
    waiting = undefined
    stop()
  }
  const onSignal = () => {
    if (waiting) return goOn()
    if (begun) process.exit(1)
    begun = true
    begin()
    const ms = waitMs()
    if (ms === 0) return goOn()
    waiting = setTimeout(goOn, ms)
  }
  for (const signal of STOP_SIGNALS) process.on(signal, onSignal)
}
