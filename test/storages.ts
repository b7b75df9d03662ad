import { vi } from 'vitest'
import { device, tab } from '#web/storage.ts'

/** Leaves nothing of the browser's storages, nor of what pages hold in their place. */
export function emptyStorages(): void {
  for (const room of [device, tab]) for (const name of room.names()) room.removeItem(name)
}

const KEEPERS = ['localStorage', 'sessionStorage', 'indexedDB'] as const

/** A browser in which all site data is blocked, from now on: whoever asks it to keep something is refused. Given back by the answer. */
export function blockStorages(): () => void {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  const before = KEEPERS.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)
  for (const name of KEEPERS) Object.defineProperty(globalThis, name, { get: refuse, configurable: true })
  const locks = { request: async () => refuse(), query: async () => refuse() }
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor)
      else Reflect.deleteProperty(globalThis, name)
    }
    Reflect.deleteProperty(navigator, 'locks')
  }
}

const full = () => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
}

/** A browser whose storages are full, until `vi.restoreAllMocks`. */
export function fillStorages(): void {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full)
  fillDatabase()
}

/** Its database alone. */
export function fillDatabase(): void {
  if (globalThis.IDBObjectStore) vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full)
}

/** `localStorage` alone, which the whole site shares: `sessionStorage` has a room of its own in each tab. */
export function fillDevice(): void {
  const { setItem } = Storage.prototype
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function set(this: Storage, ...item) {
    return this === localStorage ? full() : setItem.apply(this, item)
  })
}
