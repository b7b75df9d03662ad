import { createJSONStorage, type PersistStorage, type StateStorage, type StorageValue } from 'zustand/middleware'
import type { DeviceName, TabName } from './keys.ts'
import { device, tab } from './storage.ts'

/** The values that are the states of stores, with the version that stands in them; every other value is as it always was. */
const VERSIONS = { createCapsuleInfo: 1, timeCapsuleUploadList: 1, thisDayHidden: 1 } as const
type StoreName = keyof typeof VERSIONS & DeviceName

/** Where a store keeps its state on this device, for `persist`; a state of another version is put aside. */
export const onDevice = <T>(name: StoreName) => {
  return { ...named(name), storage: createJSONStorage<T>(() => device as StateStorage) }
}

/** As `onDevice`, for a store of which every tab has its own state (`ownStorage`). */
export const inEachTab = <T extends object>(name: StoreName & TabName) => ({
  ...named(name),
  storage: ownStorage<T>(name),
})

const named = (name: StoreName) => ({ name, version: VERSIONS[name] })

/**
 * A tab reads its own state first, a new tab the newest of all. Removing takes away this tab's state, and the newest only
 * while both are the same. A state without a value is removed.
 */
export function ownStorage<T extends object>(
  name: DeviceName & TabName,
): PersistStorage<T> & { newest: () => T | undefined } {
  /** The text that this tab has read or written last. */
  let own: string | undefined

  function getItem(): StorageValue<T> | null {
    const from = tab.getItem(name) === null ? device : tab
    own = from.getItem(name) ?? undefined
    return from.read<StorageValue<T>>(name) ?? null
  }

  /** The state a new tab would begin with: the next `setItem` replaces it. */
  const newest = (): T | undefined => device.read<StorageValue<T>>(name)?.state

  function setItem(_: string, value: StorageValue<T>) {
    if (Object.values(value.state).every((field) => field === undefined)) return removeItem()
    const text = JSON.stringify(value)
    own = text
    tab.setItem(name, text)
    device.setItem(name, text)
  }

  function removeItem() {
    tab.removeItem(name)
    if (device.getItem(name) === own) device.removeItem(name)
    own = undefined
  }

  return { getItem, setItem, removeItem, newest }
}
