import { beforeEach, expect, test } from 'vitest'
import { ownStorage } from './stores.ts'

type State = { text?: string }
const NAME = 'createCapsuleInfo'
const holding = (text?: string) => ({ state: { text }, version: 1 })

/** A tab has a session storage of its own and shares the local storage. */
function openTab() {
  const session = new Map<string, string>()
  return {
    with<T>(act: (storage: ReturnType<typeof ownStorage<State>>) => T): T {
      sessionStorage.clear()
      for (const [name, value] of session) sessionStorage.setItem(name, value)
      const answer = act(ownStorage<State>(NAME))
      session.clear()
      for (const name of Object.keys(sessionStorage)) session.set(name, sessionStorage.getItem(name) ?? '')
      return answer
    },
  }
}
const textIn = (tab: ReturnType<typeof openTab>) =>
  tab.with((storage) => (storage.getItem(NAME) as { state: State } | null)?.state.text)
const keepIn = (tab: ReturnType<typeof openTab>, text?: string) =>
  tab.with((storage) => {
    storage.getItem(NAME)
    storage.setItem(NAME, holding(text))
  })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('two tabs keep what each of them is making', () => {
  const [one, other] = [openTab(), openTab()]
  keepIn(one, '海边')
  keepIn(other, '山里')
  expect(textIn(one)).toBe('海边')
  expect(textIn(other)).toBe('山里')
})

test('a new tab begins with the newest', () => {
  keepIn(openTab(), '海边')
  keepIn(openTab(), '山里')
  expect(textIn(openTab())).toBe('山里')
})

test('what one tab is done with is gone everywhere, but not what another has kept since', () => {
  const [one, other] = [openTab(), openTab()]
  keepIn(one, '海边')
  keepIn(one, undefined)
  expect(localStorage.getItem(NAME)).toBeNull()
  keepIn(one, '海边')
  keepIn(other, '山里')
  keepIn(one, undefined)
  expect(textIn(other)).toBe('山里')
  expect(textIn(openTab())).toBe('山里')
})

test('a tab that only read the newest takes it away when it is done with it', () => {
  keepIn(openTab(), '海边')
  keepIn(openTab(), undefined)
  expect(localStorage.getItem(NAME)).toBeNull()
})

test('says what a new tab would begin with, whatever this one has', () => {
  const one = openTab()
  keepIn(one, '海边')
  keepIn(openTab(), '山里')
  expect(one.with((storage) => storage.newest())).toEqual({ text: '山里' })
  localStorage.setItem(NAME, '{')
  expect(one.with((storage) => storage.newest())).toBeUndefined()
})
