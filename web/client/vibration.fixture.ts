import { type Mock, onTestFinished, vi } from 'vitest'

/** Makes this a telephone that can vibrate, until the test is over; returns what it was told. */
export function telephone({ still = false } = {}): Mock {
  const told = vi.fn()
  Object.defineProperty(navigator, 'vibrate', { value: told, configurable: true })
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'vibrate')
    vi.unstubAllGlobals()
  })
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('coarse') || (still && query.includes('reduced-motion')),
    addEventListener() {},
    removeEventListener() {},
  }))
  return told
}
