// @vitest-environment jsdom
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Output } from '#contract/calls.ts'
import { startShell } from '#test/shell.ts'
import { Asks } from '#web/ui/ask.tsx'
import { useVersionCheck } from './useVersionCheck.ts'
import { upgrade as upgradeHere, watchVersion } from './version.ts'

const HOUR_MS = 3_600_000
const server = vi.fn<typeof fetch>()
const upgrade = vi.fn()
let left = new AbortController()
const serve = (value: string) => {
  const data: Output<'systemInfo'> = [{ name: 'version', value }]
  server.mockImplementation(() => Promise.resolve(Response.json({ code: 1000, data })))
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.mockReset()
  upgrade.mockReset()
  sessionStorage.clear()
  vi.stubGlobal('fetch', server)
})
afterEach(() => {
  left.abort()
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

/** A page that has just been opened. */
async function start() {
  render(<Asks />)
  left = new AbortController()
  watchVersion({ upgrade, left: left.signal })
  await act(() => vi.advanceTimersByTimeAsync(100))
  return userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
}
const seenAgain = async () => {
  document.dispatchEvent(new Event('visibilitychange'))
  await act(() => vi.advanceTimersByTimeAsync(100))
}
const question = () => screen.queryByRole('alertdialog')

it('a newer version is recommended, and 立即升级 reloads the page', async () => {
  serve('1.0.10')
  const user = await start()
  const dialog = await screen.findByRole('alertdialog', { name: '新版本上线了' })
  expect(dialog.textContent).toContain('建议升级到最新版本，体验更好')
  await user.click(screen.getByRole('button', { name: '立即升级' }))
  await waitFor(() => expect(upgrade).toHaveBeenCalledOnce())
})

it('inside the iOS application 立即升级 opens the store, in a browser it does not', () => {
  const store = 'https://apps.apple.com/cn/app/id1'
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const reload = vi.fn()
  vi.stubGlobal('location', { ...window.location, reload })
  upgradeHere(store)
  expect([opened.mock.calls.length, reload.mock.calls.length]).toEqual([0, 1])
  startShell()
  upgradeHere(store)
  expect(opened.mock.calls).toEqual([[store, '_blank', 'noopener']])
  expect(reload).toHaveBeenCalledTimes(1)
})

it.each(['1.0.4', '1.0.3', '0.9.9'])('version %s is nothing to speak of', async (version) => {
  serve(version)
  await start()
  expect(server).toHaveBeenCalledOnce()
  expect(question()).toBeNull()
})

it('a failure is swallowed', async () => {
  server.mockRejectedValue(new TypeError('Failed to fetch'))
  await start()
  expect(server).toHaveBeenCalledOnce()
  expect(question()).toBeNull()
})

it('以后再说 is not asked again for that version in this session, but for the next one it is', async () => {
  serve('1.1.0')
  const user = await start()
  await user.click(await screen.findByRole('button', { name: '以后再说' }))
  await waitFor(() => expect(question()).toBeNull())
  expect(upgrade).not.toHaveBeenCalled()
  vi.setSystemTime(Date.now() + HOUR_MS)
  await seenAgain()
  expect(server).toHaveBeenCalledTimes(2)
  expect(question()).toBeNull()
  serve('1.2.0')
  vi.setSystemTime(Date.now() + HOUR_MS)
  await seenAgain()
  expect(await screen.findByRole('alertdialog', { name: '新版本上线了' })).toBeTruthy()
})

it('looks at most hourly', async () => {
  serve('1.0.4')
  await start()
  await seenAgain()
  expect(server).toHaveBeenCalledOnce()
  vi.setSystemTime(Date.now() + HOUR_MS)
  await seenAgain()
  expect(server).toHaveBeenCalledTimes(2)
})

it('never asks two questions at once', async () => {
  serve('1.1.0')
  await start()
  serve('1.2.0')
  vi.setSystemTime(Date.now() + HOUR_MS)
  await seenAgain()
  expect(server).toHaveBeenCalledOnce()
  expect(screen.getAllByRole('alertdialog')).toHaveLength(1)
})

it('a page looks when it has started; the phone of the desktop shell leaves that to the window around it', async () => {
  serve('1.0.4')
  const opened = async () => {
    const { unmount } = renderHook(useVersionCheck)
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    await act(() => vi.dynamicImportSettled())
    unmount()
  }
  vi.spyOn(window, 'parent', 'get').mockReturnValue({} as Window)
  await opened()
  expect(server).not.toHaveBeenCalled()
  vi.restoreAllMocks()
  await opened()
  expect(server).toHaveBeenCalledOnce()
})
