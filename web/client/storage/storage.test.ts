// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { blockStorages, emptyStorages, fillStorages } from '#test/storages.ts'
import { device, tab } from './storage.ts'

let unblock = () => {}
beforeEach(emptyStorages)
afterEach(() => {
  unblock()
  unblock = () => {}
  vi.restoreAllMocks()
  emptyStorages()
})

it('values lie in the browser as they always did', () => {
  expect(device.setItem('token', 'fresh')).toBe(true)
  expect(localStorage.getItem('token')).toBe('fresh')
  tab.setItem('JWT', '{"3":"of.a.link"}')
  expect(sessionStorage.getItem('JWT')).toBe('{"3":"of.a.link"}')
  expect(tab.read('JWT')).toEqual({ 3: 'of.a.link' })
  expect([device.isKept('token'), device.isThere()]).toEqual([true, true])
  device.removeItem('token')
  expect(localStorage.getItem('token')).toBeNull()
})

it('where all site data is blocked a value lasts as long as the window, and is not called kept', () => {
  unblock = blockStorages()
  for (const room of [device, tab as unknown as typeof device]) {
    expect(room.getItem('theme')).toBeNull()
    expect(room.setItem('theme', 'dark')).toBe(false)
    expect(room.getItem('theme')).toBe('dark')
    expect(room.names()).toEqual(['theme'])
    expect([room.isKept('theme'), room.isThere()]).toEqual([false, false])
    room.removeItem('theme')
    expect(room.getItem('theme')).toBeNull()
  }
})

it.each([
  ['that is not there', () => vi.stubGlobal('localStorage', null)],
  ['that takes nothing and does not say so', () => void vi.spyOn(Storage.prototype, 'setItem').mockReturnValue()],
])('a storage %s is as good as none', (_, spoil) => {
  spoil()
  expect(device.setItem('theme', 'dark')).toBe(false)
  expect(device.getItem('theme')).toBe('dark')
  vi.unstubAllGlobals()
})

it('what a full storage would not take is held over what lies there, until there is room', () => {
  device.setItem('payment', 'old')
  fillStorages()
  expect(device.setItem('payment', 'new')).toBe(false)
  expect([device.getItem('payment'), localStorage.getItem('payment')]).toEqual(['new', 'old'])
  vi.restoreAllMocks()
  expect(device.setItem('payment', 'newer')).toBe(true)
  expect([device.isKept('payment'), localStorage.getItem('payment')]).toEqual([true, 'newer'])
})

it('what another tab has stored or taken away since is newer than what is held', () => {
  device.setItem('token', 'old')
  fillStorages()
  device.setItem('token', 'held')
  localStorage.removeItem('token')
  expect(device.getItem('token')).toBeNull()
})

it('what is no JSON is nothing', () => {
  device.setItem('person', '{')
  expect(device.read('person')).toBeUndefined()
  expect(device.read('payment')).toBeUndefined()
})

it('the phone of the desktop shell shares what is held with the window around it, which hears of it', async () => {
  const around = Object.assign(new EventTarget(), { location: window.location })
  const heard = vi.fn()
  around.addEventListener('storage', ({ key }: Event & { key?: string }) => heard(key))
  vi.stubGlobal('top', around)
  unblock = blockStorages()
  vi.resetModules()
  const phone = await import('./storage.ts')
  phone.device.setItem('token', 'fresh')
  expect(heard).toHaveBeenCalledWith('token')
  vi.resetModules()
  const another = await import('./storage.ts')
  expect(another.device.getItem('token')).toBe('fresh')
  another.device.removeItem('token')
  expect(phone.device.getItem('token')).toBeNull()
  vi.unstubAllGlobals()
})
