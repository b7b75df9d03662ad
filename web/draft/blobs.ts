import { createStore, del, get, keys, set } from 'idb-keyval'
import { useEffect } from 'react'
import { create } from 'zustand'
import { quietly } from '#web/ui/quietly.ts'

const store = createStore('timeCapsuleFiles', 'blobs')
/** What IndexedDB would not take – it is full, or forbidden – lasts as long as the page does. */
const held = new Map<string, Blob>()
const useAddresses = create<Record<string, string>>(() => ({}))

/** Keeps a file in this browser, over a reload if it can. */
export async function keepBlob(key: string, blob: Blob): Promise<void> {
  held.set(key, blob)
  showBlob(key, blob)
  await quietly(() => set(key, blob, store))
}

export async function readBlob(key: string): Promise<Blob | undefined> {
  return held.get(key) ?? (await quietly(() => get<Blob>(key, store)))
}

/** Whether its bytes outlast the page. */
export const isBlobStored = async (key: string): Promise<boolean> =>
  (await quietly(() => get<Blob>(key, store))) !== undefined

export async function dropBlob(key: string): Promise<void> {
  const address = useAddresses.getState()[key]
  if (address) URL.revokeObjectURL(address)
  useAddresses.setState(({ [key]: _dropped, ...others }) => others, true)
  held.delete(key)
  await quietly(() => del(key, store))
}

/** Drops every file that nothing names any more. */
export async function sweepBlobs(isNamed: (key: string) => boolean): Promise<void> {
  const stored = (await quietly(() => keys<string>(store))) ?? []
  const nameless = [...new Set([...stored, ...held.keys()])].filter((key) => !isNamed(key))
  await Promise.all(nameless.map(dropBlob))
}

/** An address at which this page can show a kept file; undefined until it is read, or when there is none. */
export function useBlobAddress(key: string | undefined): string | undefined {
  useBlobAddresses(key ? [key] : [])
  return useAddresses((addresses) => (key ? addresses[key] : undefined))
}

/** The addresses of several kept files, by key. */
export function useBlobAddresses(keys: readonly string[]): Record<string, string> {
  const list = keys.join(' ')
  useEffect(() => {
    for (const key of list.split(' ').filter(Boolean)) void loadBlob(key)
  }, [list])
  return useAddresses()
}

async function loadBlob(key: string): Promise<void> {
  const blob = await readBlob(key)
  if (blob) showBlob(key, blob)
}

function showBlob(key: string, blob: Blob): void {
  if (!useAddresses.getState()[key]) useAddresses.setState({ [key]: URL.createObjectURL(blob) })
}
