import { createJSONStorage } from 'zustand/middleware'

/** This browser's storage for a store; what it refuses to keep, because it is full or closed, is at least in memory. */
export const forgivingStorage = <T>() =>
  createJSONStorage<T>(() => ({
    getItem: (name) => quietly(() => localStorage.getItem(name)) ?? null,
    removeItem: (name) => quietly(() => localStorage.removeItem(name)),
    setItem: (name, value) => quietly(() => localStorage.setItem(name, value)),
  }))

function quietly<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
