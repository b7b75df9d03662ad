import { ownTop } from '#web/ui/ownTop.ts'
import type { DeviceName, TabName } from './keys.ts'

// Our values in this browser. Some browsers keep nothing – all site data is blocked, the storage is full or not there – and
// then a value is held in memory for as long as the window is open; a value that was promised to last must not be called kept
// then (`isKept`). Which names there are, and how long they stay, is in keys.ts. No other file asks the browser (test/borders.ts).

type Held = Map<string, { value: string; over: string | null }>
type Which = 'localStorage' | 'sessionStorage'

/** One memory for a window and the phone of the desktop shell in it: to the person they are one. */
const top = ownTop(window)
const memory = top as unknown as Partial<Record<`held ${Which}`, Held>>

/** In every tab of this device, until it is taken away. */
export const device = roomOf<DeviceName>('localStorage')
/** In this tab alone, over a reload. */
export const tab = roomOf<TabName>('sessionStorage')

function roomOf<Name extends string>(which: Which) {
  memory[`held ${which}`] ??= new Map()
  const held = memory[`held ${which}`]!

  /** The browser's answer; undefined where it refuses. */
  function asked<T>(act: (storage: Storage) => T): T | undefined {
    try {
      return act(window[which])
    } catch {
      return undefined
    }
  }
  const stored = (name: string) => asked((storage) => storage.getItem(name)) ?? null
  /** Whether the value outlasts the window, as far as it was set here. */
  const isKept = (name: Name): boolean => !held.has(name)

  /** A value that another tab has stored since is newer than the one held here. */
  function getItem(name: Name): string | null {
    const now = stored(name)
    const own = held.get(name)
    return own?.over === now ? own.value : now
  }

  /** Returns whether the browser has taken the value. */
  function setItem(name: Name, value: string): boolean {
    asked((storage) => storage.setItem(name, value))
    const over = stored(name)
    if (over === value) held.delete(name)
    else told(name, held.set(name, { value, over }))
    return isKept(name)
  }

  function removeItem(name: Name): void {
    asked((storage) => storage.removeItem(name))
    told(name, held.delete(name))
  }

  /** The window around hears of a held value as other tabs hear of a stored one. */
  function told(key: string, isHeld: unknown): void {
    if (isHeld && top !== window) top.dispatchEvent(new StorageEvent('storage', { key }))
  }

  /** A value that is JSON; undefined where there is no value, or it is not JSON. */
  function read<T>(name: Name): T | undefined {
    try {
      return JSON.parse(getItem(name)!) ?? undefined
    } catch {
      return undefined
    }
  }

  return {
    getItem,
    setItem,
    removeItem,
    read,
    isKept,
    names: () => [...(asked(Object.keys) ?? []), ...held.keys()] as Name[],
    /** Whether the browser lets us ask at all. */
    isThere: (): boolean => asked(({ length }) => length) !== undefined,
  }
}
