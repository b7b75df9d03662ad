import { vi } from 'vitest'
import { device, tab } from '#web/client/storage/storage.ts'

/** Empties the browser's storages, and whatever pages hold in their place. */
export function emptyStorages(): void {
  for (const room of [device, tab]) for (const name of room.names()) room.removeItem(name as never)
}

const KEEPERS = ['localStorage', 'sessionStorage', 'indexedDB'] as const

/** Blocks all site data from now on: code that asks the browser to keep something is refused. The answer undoes this. */
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

/** A browser whose database alone is full. */
export function fillDatabase(): void {
  if (globalThis.IDBObjectStore) vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full)
}

/** A browser whose `localStorage` alone is full, which the whole site shares; `sessionStorage` has its own space in each tab. */
export function fillDevice(): void {
  const { setItem } = Storage.prototype
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function set(this: Storage, ...item) {
    return this === localStorage ? full() : setItem.apply(this, item)
  })
}
