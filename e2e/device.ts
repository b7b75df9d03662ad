import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ask, type Person } from './site.ts'

/** All that the pages of an earlier build had written into a browser; rows of databases by their keys, a file as base64. */
export type Device = {
  localStorage: Record<string, string>
  sessionStorage: Record<string, string>
  databases: Record<string, { table: string; rows: Record<string, unknown> }>
}

/**
 * The recording of an earlier build (`devices/`), as if it were this person's: signed in, with the guide seen, a capsule on
 * the last seal page, a file whose upload was broken off, a text half typed, a diary in the outbox and a draft as last seen.
 */
export async function recorded(site: string, build: string, { tel, token }: Person): Promise<Device> {
  const { user } = await ask(site, 'userInfo', {}, token)
  const content = [{ type: 0 as const, content: '<p>写了一半的信</p>', comment: '' }]
  const { capsule_id } = await ask(site, 'createTimeDraft', { content, long_tag: '夏天的' }, token)
  const known: Record<string, string> = {
    token,
    mark: token.slice(-6),
    owner: user.id,
    nickname: user.nickname,
    tel,
    apple: user.apple_account_token,
    draft: capsule_id,
  }
  const text = await readFile(`e2e/devices/build-${build}.json`, 'utf8')
  return JSON.parse(
    text.replaceAll('"{{now}}"', String(Date.now())).replace(/\{\{(\w+)\}\}/g, (_, name) => known[name]!),
  )
}

/** Writes into the browser of this page what another device's browser held. */
export const writeDevice = (page: Page, device: Device): Promise<void> =>
  page.evaluate(async ({ databases, ...storages }) => {
    const answered = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result)
        asked.onerror = () => reject(asked.error)
      })
    const valueIn = (row: unknown) => {
      const {
        base64,
        isFile,
        name = '',
        type,
      } = row as { base64?: string; isFile?: true; name?: string; type?: string }
      if (base64 === undefined) return row
      const bytes = [Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]
      return isFile ? new File(bytes, name, { type }) : new Blob(bytes, { type })
    }
    for (const [name, { table, rows }] of Object.entries(databases)) {
      const opening = indexedDB.open(name)
      opening.onupgradeneeded = () => opening.result.createObjectStore(table)
      const database = await answered(opening)
      const store = database.transaction(table, 'readwrite').objectStore(table)
      await Promise.all(Object.entries(rows).map(([key, row]) => answered(store.put(valueIn(row), key))))
      database.close()
    }
    for (const [name, value] of Object.entries(storages.sessionStorage)) sessionStorage.setItem(name, value)
    for (const [name, value] of Object.entries(storages.localStorage)) localStorage.setItem(name, value)
  }, device)

/** The rows of one of the browser's databases, by their keys; files as `{}`. */
export const rowsIn = (page: Page, name: string, table: string): Promise<Record<string, unknown>> =>
  page.evaluate(
    async ([name, table]) => {
      const answered = <T>(asked: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          asked.onsuccess = () => resolve(asked.result)
          asked.onerror = () => reject(asked.error)
        })
      const database = await answered(indexedDB.open(name!))
      const store = database.transaction(table!).objectStore(table!)
      const [keys, rows] = await Promise.all([answered(store.getAllKeys()), answered(store.getAll())])
      database.close()
      return Object.fromEntries(keys.map((key, index) => [String(key), rows[index]]))
    },
    [name, table],
  )
