// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { createStore, entries, set } from 'idb-keyval'
import { beforeEach, expect, it, vi } from 'vitest'
import { emptyStorages } from '#test/storages.ts'
import { clearToken } from '../session.ts'
import { forgetWithSession } from '../sessionCache.ts'
import { forgetOwn, onForgotten } from './forget.ts'
import { DEVICE_VALUES, TAB_VALUES, TABLES, type Until } from './keys.ts'

const named = (key: string) => key.replace('*', '7')
const storeOf = ({ database, table }: (typeof TABLES)[keyof typeof TABLES]) => createStore(database, table)

forgetWithSession()
beforeEach(async () => {
  emptyStorages()
  for (const key of Object.keys(DEVICE_VALUES)) localStorage.setItem(named(key), key)
  for (const key of Object.keys(TAB_VALUES)) sessionStorage.setItem(named(key), key)
  for (const table of Object.values(TABLES)) {
    await set('7/by name', { text: '海边' }, storeOf(table))
    await set('by field', { owner: '7' }, storeOf(table))
    await set('8/by name', { text: '山里' }, storeOf(table))
    await set('of another', { owner: '8' }, storeOf(table))
  }
})

it('who signs out leaves nothing but what is the device’s, or names its owner and is shown to nobody else', async () => {
  await forgetOwn('7')
  expect(Object.keys(localStorage).sort()).toEqual([
    'ballPosition',
    'desktop',
    'diaryColumns',
    'ending',
    'guided:7',
    'homeView',
    'offlineReading',
    'openedHere',
    'payment',
    'phoneViewSaid',
    'readerLanguage',
    'siteRoute',
    'storePayments',
    'theme',
    'thisDayHidden',
    'timeCapsuleUploadList',
    'vibration',
  ])
  expect(Object.keys(sessionStorage).sort()).toEqual([
    'JWT',
    'agreed',
    'clockTold',
    'framedTrip',
    'operator',
    'versionAsked',
    'wideForm',
  ])
  for (const [name, table] of Object.entries(TABLES)) {
    const left = (await entries(storeOf(table))).map(([key]) => key)
    const others = ['8/by name', 'of another']
    expect(left, name).toEqual(
      table.until !== 'removed' ? others : ['7/by name', ...others.slice(0, 1), 'by field', ...others.slice(1)],
    )
  }
})

it('where it is not known who signs out, only what was typed and the copy to read offline go, of everybody; every listener hears of it', async () => {
  const heard = vi.fn()
  const leave = onForgotten(heard)
  await forgetOwn(undefined)
  leave()
  expect(heard).toHaveBeenCalled()
  for (const [name, table] of Object.entries(TABLES))
    expect(await entries(storeOf(table)), name).toHaveLength(['typing', 'offline'].includes(name) ? 0 : 4)
})

it('a sign-in that is over takes along what the list says, and nothing that its person may still send', () => {
  clearToken()
  const over = (list: Record<string, Until>) => Object.keys(list).filter((key) => list[key] === 'signInEnds')
  const gone = (list: Record<string, Until>, values: Storage) =>
    Object.keys(list).filter((key) => values.getItem(named(key)) === null)
  expect(gone(DEVICE_VALUES, localStorage)).toEqual(over(DEVICE_VALUES))
  expect(gone(TAB_VALUES, sessionStorage)).toEqual(over(TAB_VALUES))
})
