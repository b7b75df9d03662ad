// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { PAGES } from '#contract/pages.ts'
import { endPages, ok, openPage, person, startPages } from '#test/page.tsx'
import { router } from '#web/app/router.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  endPages()
})

it('the home loads the pages one goes to from it one by one, each when the browser has nothing else to do', async () => {
  startPages(person()).answer('capsuleOpenList', ok({ capsules: [], next: '' }))
  const waiting: IdleRequestCallback[] = []
  vi.stubGlobal('requestIdleCallback', (quiet: IdleRequestCallback) => waiting.push(quiet))
  const preload = vi.spyOn(router, 'preloadRoute').mockResolvedValue(undefined)
  await openPage(PAGES.home)
  await screen.findByRole('heading', { name: '胶囊宇宙' })
  await act(() => vi.advanceTimersByTimeAsync(4_500))
  expect(preload).not.toHaveBeenCalled()
  const beQuiet = () =>
    act(async () => {
      for (const quiet of waiting.splice(0)) quiet({ didTimeout: false, timeRemaining: () => 10 })
    })
  await beQuiet()
  expect(preload).toHaveBeenCalledTimes(1)
  await beQuiet()
  expect(preload).toHaveBeenCalledTimes(2)
})
