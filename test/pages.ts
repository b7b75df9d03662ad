import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { setRetryPolicy } from '#web/client/retryPolicy.ts'
import { forgetRows } from '#web/client/storage/database.ts'
import { forgetOwn } from '#web/client/storage/forget.ts'
import { emptyStorages } from './storages.ts'

/** A busy machine is slow, not wrong: nothing here is asserted about time. */
configure({ asyncUtilTimeout: 30_000 })

/** The page does not repeat a call here: tests of a missing answer begin where it has given up. */
setRetryPolicy({ withinMs: 0 })

/** Code that is still being loaded would ask the server of the next test, once it is there. */
afterEach(() => vi.dynamicImportSettled())

/** The files of a worker share one window: each leaves it as a browser that has never been here. */
afterAll(async () => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
  // Texts that a full database would not take lie in memory, and the capsule in the making too.
  for (const owner of ['', '8']) await forgetRows(owner)
  await forgetOwn('7')
  emptyStorages()
  document.body.replaceChildren()
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name)
  for (const { name } of (await globalThis.indexedDB?.databases()) ?? []) await empty(name!)
})

/** Removes all rows of a database and keeps its stores, since the page that opened it still holds it. */
const empty = (name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const stores = [...opening.result.objectStoreNames]
      if (stores.length === 0) return resolve()
      const clearing = opening.result.transaction(stores, 'readwrite')
      for (const store of stores) clearing.objectStore(store).clear()
      clearing.oncomplete = () => {
        opening.result.close()
        resolve()
      }
      clearing.onerror = () => reject(clearing.error)
    }
  })
