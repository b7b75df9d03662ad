import { createJSONStorage, type PersistStorage, type StorageValue } from 'zustand/middleware'

/** This browser's storage for a store; what it refuses to keep, because it is full or closed, is at least in memory. */
export const forgivingStorage = <T>() =>
  createJSONStorage<T>(() => ({
    getItem: (name) => quietly(() => localStorage.getItem(name)) ?? null,
    removeItem: (name) => quietly(() => localStorage.removeItem(name)),
    setItem: (name, value) => quietly(() => localStorage.setItem(name, value)),
  }))

/**
 * The same for what every tab has its own of. A tab reads its own first, a new one the newest of all; what is taken away
 * is this tab's own, and the newest only while it is the same one. A state without a value is taken away.
 */
export function ownStorage<T extends object>(): PersistStorage<T> & { newest: (name: string) => T | undefined } {
  /** What this tab has read or written last. */
  let own: string | undefined

  function getItem(name: string): StorageValue<T> | null {
    own = quietly(() => sessionStorage.getItem(name) ?? localStorage.getItem(name)) ?? undefined
    return parsed(own)
  }

  /** What a new tab would begin with: the next `setItem` takes its place. */
  const newest = (name: string): T | undefined => parsed<T>(quietly(() => localStorage.getItem(name)))?.state

  function setItem(name: string, value: StorageValue<T>) {
    if (Object.values(value.state).every((field) => field === undefined)) return removeItem(name)
    const text = JSON.stringify(value)
    own = text
    for (const storage of [sessionStorage, localStorage]) quietly(() => storage.setItem(name, text))
  }

  function removeItem(name: string) {
    quietly(() => sessionStorage.removeItem(name))
    if (quietly(() => localStorage.getItem(name)) === own) quietly(() => localStorage.removeItem(name))
    own = undefined
  }

  return { getItem, setItem, removeItem, newest }
}

const parsed = <T>(text: string | null | undefined): StorageValue<T> | null =>
  quietly(() => JSON.parse(text ?? 'null') as StorageValue<T> | null) ?? null

function quietly<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
