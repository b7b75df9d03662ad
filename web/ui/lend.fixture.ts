import { afterAll, beforeAll } from 'vitest'

/** Gives what jsdom lacks to all tests of the file that says so, and takes it back after the last of them. */
export function lend<T extends object>(to: T, members: Partial<T>): void {
  const before = Object.keys(members).map((name) => [name, Object.getOwnPropertyDescriptor(to, name)] as const)
  beforeAll(() => void Object.assign(to, members))
  afterAll(() => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(to, name, descriptor)
      else Reflect.deleteProperty(to, name)
    }
  })
}

/** jsdom has no layout to measure a caret in. */
export const lendCaret = (): void =>
  lend(Range.prototype, {
    getClientRects: () => [] as unknown as DOMRectList,
    getBoundingClientRect: () => new DOMRect(),
  })
