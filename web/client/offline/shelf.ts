import type { Output } from '#contract/calls.ts'
import type { Card } from '#contract/capsule.ts'
import type { DiaryRow } from '#contract/diary.ts'
import { getToken, signInMark } from '../session.ts'
import { openTable } from '../storage/database.ts'
import { type Locked, lock, newLock, unlock } from './cipher.ts'
import { isWished, readWish } from './wish.ts'

type Shown = Output<'capsuleDetail'>
/** A picture of an item, at most as wide as a copy has them. */
export type Look = { key: string; bytes: number }
/** A diary or an opened capsule in the copy, with its rows in lists; `readAt` in ms. */
export type Item = { row?: DiaryRow; card?: Card; shown: Shown; looks: Look[]; readAt: number }
/** `listedAt`: when all lists were last read, in ms; from then on the copy has its days. */
type About = { listedAt: number; months: string[] }

type Key = { key: CryptoKey; of: string }

const table = openTable<Locked | Key>('offline', () => false)
const textOf = new TextEncoder()

/** Names begin with their owner, as in every table. */
const keyName = (owner: string) => `${owner}/key`
const aboutName = (owner: string) => `${owner}/about`
const itemName = (owner: string, id: string) => `${owner}/item/${id}`
const looksOf = (owner: string, id: string) => `${owner}/look/${id}/`
const lookName = (owner: string, id: string, key: string) => looksOf(owner, id) + key

/** The copy of the person signed in here, under the sign-in that asked for it; nothing of it can be read or written otherwise. */
export type Shelf = NonNullable<Awaited<ReturnType<typeof openShelf>>>

/** Makes the key of a new copy; tells whether the browser keeps one. */
export async function makeShelf(owner: string): Promise<boolean> {
  const key = await newLock()
  return key !== undefined && table.put(keyName(owner), { key, of: signInMark() })
}

export async function openShelf() {
  const wish = readWish()
  const token = getToken()
  if (!wish || !token || !isWished()) return undefined
  const { owner } = wish
  const held = (await table.get(keyName(owner))) as Key | undefined
  if (held?.of !== wish.of) return undefined
  const { key } = held
  const isOpen = () => isWished() && getToken() === token
  const boundTo = (name: string) => `${token} ${name}`

  /** Returns how many bytes the value takes; undefined when it was not kept. */
  async function write(name: string, bytes: BufferSource): Promise<number | undefined> {
    const value = await lock(key, boundTo(name), bytes)
    // The sign-in may be over meanwhile, and the copy with it.
    if (!isOpen()) return undefined
    if (await table.put(name, value)) return value.data.byteLength
    await table.drop(name)
    return undefined
  }
  async function read(name: string): Promise<ArrayBuffer | undefined> {
    const value = (await table.get(name)) as Locked | undefined
    return value && isOpen() ? unlock(key, boundTo(name), value) : undefined
  }
  async function readJson<T>(name: string): Promise<T | undefined> {
    const bytes = await read(name)
    return bytes && JSON.parse(new TextDecoder().decode(bytes))
  }
  const writeJson = (name: string, value: unknown) => write(name, textOf.encode(JSON.stringify(value)))
  const start = itemName(owner, '')

  return {
    isOpen,
    about: () => readJson<About>(aboutName(owner)),
    setAbout: (about: About) => writeJson(aboutName(owner), about),
    ids: async () => (await table.names(start)).map((name) => name.slice(start.length)),
    item: (id: string) => readJson<Item>(itemName(owner, id)),
    putItem: (id: string, item: Item) => writeJson(itemName(owner, id), item),
    look: (id: string, key: string) => read(lookName(owner, id, key)),
    putLook: (id: string, key: string, bytes: ArrayBuffer) => write(lookName(owner, id, key), new Uint8Array(bytes)),
    textBytes: async (id: string) =>
      ((await table.get(itemName(owner, id))) as Locked | undefined)?.data.byteLength ?? 0,
    dropLooks: async (id: string) => table.drop(...(await table.names(looksOf(owner, id)))),
    dropItem: async (id: string) => table.drop(itemName(owner, id), ...(await table.names(looksOf(owner, id)))),
    /** The key stays. */
    dropAll: async () => table.drop(...(await table.names()).filter((name) => name !== keyName(owner))),
  }
}

/** Removes every row of every owner, the keys first: from then on nothing else of it can be read. */
export async function clearShelves(): Promise<void> {
  const names = await table.names()
  await table.drop(...names.filter((name) => name.endsWith('/key')))
  await table.drop(...names)
}
