import { ownTop } from './ui/ownTop.ts'

// What this browser keeps of our values. Some browsers keep nothing – all site data is blocked, the storage is full or not
// there – and then a value is held in memory for as long as the window is open; what was promised to last must not be called
// kept then (`isKept`). Nobody else asks the browser (test/borders.ts).

type Held = Map<string, { value: string; over: string | null }>
type Which = 'localStorage' | 'sessionStorage'

/** One memory for a window and the phone of the desktop shell in it: to the person they are one. */
const top = ownTop(window)
const memory = top as unknown as Partial<Record<`held ${Which}`, Held>>

/** In every tab of this device, until it is taken away. */
export const device = roomOf('localStorage')
/** In this tab alone, over a reload. */
export const tab = roomOf('sessionStorage')

function roomOf(which: Which) {
  memory[`held ${which}`] ??= new Map()
  const held = memory[`held ${which}`]!

  /** What the browser answers; undefined where it would not. */
  function asked<T>(act: (storage: Storage) => T): T | undefined {
    try {
      return act(window[which])
    } catch {
      return undefined
    }
  }
  const stored = (name: string) => asked((storage) => storage.getItem(name)) ?? null
  /** Whether it outlasts the window, as far as it was set here. */
  const isKept = (name: string): boolean => !held.has(name)

  /** What another tab has stored since is newer than what is held here. */
  function getItem(name: string): string | null {
    const now = stored(name)
    const own = held.get(name)
    return own?.over === now ? own.value : now
  }

  /** Tells whether the browser has taken it. */
  function setItem(name: string, value: string): boolean {
    asked((storage) => storage.setItem(name, value))
    const over = stored(name)
    if (over === value) held.delete(name)
    else told(name, held.set(name, { value, over }))
    return isKept(name)
  }

  function removeItem(name: string): void {
    asked((storage) => storage.removeItem(name))
    told(name, held.delete(name))
  }

  /** The window around hears of what is held as other tabs hear of what is stored. */
  function told(key: string, isHeld: unknown): void {
    if (isHeld && top !== window) top.dispatchEvent(new StorageEvent('storage', { key }))
  }

  /** A value that is JSON; undefined where there is none, or it is none. */
  function read<T>(name: string): T | undefined {
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
    names: () => [...(asked(Object.keys) ?? []), ...held.keys()],
    /** Whether the browser lets us ask at all. */
    isThere: (): boolean => asked(({ length }) => length) !== undefined,
  }
}
