import { createJSONStorage, type PersistStorage, type StorageValue } from 'zustand/middleware'
import { device, tab } from '#web/storage.ts'

/** This browser's storage for a store. */
export const deviceStorage = <T>() => createJSONStorage<T>(() => device)

/**
 * The same for what every tab has its own of. A tab reads its own first, a new one the newest of all; what is taken away
 * is this tab's own, and the newest only while it is the same one. A state without a value is taken away.
 */
export function ownStorage<T extends object>(): PersistStorage<T> & { newest: (name: string) => T | undefined } {
  /** What this tab has read or written last. */
  let own: string | undefined

  function getItem(name: string): StorageValue<T> | null {
    const from = tab.getItem(name) === null ? device : tab
    own = from.getItem(name) ?? undefined
    return from.read<StorageValue<T>>(name) ?? null
  }

  /** What a new tab would begin with: the next `setItem` takes its place. */
  const newest = (name: string): T | undefined => device.read<StorageValue<T>>(name)?.state

  function setItem(name: string, value: StorageValue<T>) {
    if (Object.values(value.state).every((field) => field === undefined)) return removeItem(name)
    const text = JSON.stringify(value)
    own = text
    tab.setItem(name, text)
    device.setItem(name, text)
  }

  function removeItem(name: string) {
    tab.removeItem(name)
    if (device.getItem(name) === own) device.removeItem(name)
    own = undefined
  }

  return { getItem, setItem, removeItem, newest }
}
