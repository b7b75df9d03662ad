import { z } from 'zod'

/** A key as text; the stand-ins give a function of it, since they make a pair when it is first needed. */
export type KeySetting = string | (() => string)

export const keySetting = z.union([z.string(), z.custom<() => string>((value) => typeof value === 'function')])

/** The key: of a text read now, of a function when it is first asked for, and then kept. */
export function laterKey<Key>(setting: KeySetting, read: (text: string) => Key): () => Key {
  if (typeof setting === 'string') {
    const key = read(setting)
    return () => key
  }
  let cached: { key: Key } | undefined
  return () => {
    cached ??= { key: read(setting()) }
    return cached.key
  }
}

/** The text of a key that can be checked when the process starts; undefined for a function. */
export const textOf = (setting: KeySetting | undefined): string | undefined =>
  typeof setting === 'string' ? setting : undefined
