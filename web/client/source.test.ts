import { afterEach, expect, it, vi } from 'vitest'
import { source } from './source.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  [390, 'h5'],
  [1440, 'pc'],
])('a window of %i px is %s', (width, name) => {
  vi.stubGlobal('innerWidth', width)
  expect(source()).toBe(name)
})

it('the phone in the desktop’s frame is a computer', () => {
  vi.stubGlobal('innerWidth', 375)
  const top = { location: { origin: location.origin }, innerWidth: 1440 }
  vi.stubGlobal('window', { location, innerWidth: 375, top })
  expect(source()).toBe('pc')
})
