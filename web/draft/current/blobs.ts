import { useEffect } from 'react'
import { create } from 'zustand'
import { openTable } from '#web/client/storage/database.ts'

/** The key of a file's small picture, which is not a loss with the page: it can be made again. */
export const smallOf = (id: string): string => `${id}${SMALL}`
const SMALL = '.small'
const table = openTable<Blob>('files', (key) => !key.endsWith(SMALL))
/** The files of this page once more: some browsers lose their database while a page is open, with all its files. */
const chosen = new Map<string, Blob>()
const useAddresses = create<Record<string, string>>(() => ({}))

/** Keeps a file in this browser, over a reload if it can. */
export async function keepBlob(key: string, blob: Blob): Promise<void> {
  chosen.set(key, blob)
  showBlob(key, blob)
  await table.put(key, blob)
}

export const readBlob = async (key: string): Promise<Blob | undefined> => chosen.get(key) ?? table.get(key)

/** Whether a file's bytes outlast the page. */
export const isBlobStored = table.isStored

export async function dropBlob(key: string): Promise<void> {
  const address = useAddresses.getState()[key]
  if (address) URL.revokeObjectURL(address)
  useAddresses.setState(({ [key]: _dropped, ...others }) => others, true)
  chosen.delete(key)
  await table.drop(key)
}

/** Drops every file that nothing names any more. */
export async function sweepBlobs(isNamed: (key: string) => boolean): Promise<void> {
  const nameless = (await table.names()).filter((key) => !isNamed(key))
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
