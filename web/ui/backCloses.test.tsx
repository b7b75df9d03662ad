import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { StrictMode, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PAGES } from '#contract/pages.ts'
import { clearToken, setToken } from '#web/client/session.ts'
import { useLeavePrompt } from '#web/client/useLeavePrompt.ts'
import { Asks, confirm } from './ask.tsx'
import { depth } from './entries.ts'
import { back, go, goTo, here, history } from './location.ts'
import { ActionSheet, Sheet } from './Sheet.tsx'

beforeEach(() => vi.stubGlobal('scrollTo', () => undefined))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  clearToken()
  vi.restoreAllMocks()
})

/** A page on which a sheet can be opened, in which a question can be asked. */
function Opener() {
  const [open, setOpen] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const [asking, setAsking] = useState(false)
  useLeavePrompt(
    () => asking,
    () => confirm({ text: '要离开吗？' }),
  )
  const question = () => void confirm({ text: '真的吗？' })
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        打开
      </button>
      <button type="button" onClick={() => setChoosing(true)}>
        选择
      </button>
      <button type="button" onClick={() => setAsking(true)}>
        写字
      </button>
      <Sheet open={open} onOpenChange={setOpen} title="单子">
        <button type="button" onClick={question}>
          再问
        </button>
        <button type="button" onClick={() => go('me')}>
          查看详情
        </button>
        <button type="button" onClick={() => goTo('/slow')}>
          去远处
        </button>
        <button type="button" onClick={back}>
          回去
        </button>
        <button type="button" onClick={() => setOpen(false)}>
          收起
        </button>
      </Sheet>
      <ActionSheet
        open={choosing}
        onOpenChange={setChoosing}
        title="去处"
        actions={[
          { label: '问一声', onSelect: question },
          { label: '去看看', onSelect: () => go('me') },
          { label: '退回去', onSelect: back },
        ]}
      />
    </>
  )
}

/** A page that is loaded once this is called. */
let load: () => void = () => undefined

/** The page, come to from another one. */
async function openPage({ strict = false } = {}) {
  for (const address of ['/before', PAGES.home]) {
    goTo(address)
    history.flush()
  }
  const root = createRootRoute({ component: () => [<Outlet key="page" />, <Asks key="asks" />] })
  const pages = [PAGES.home, PAGES.me, '/before'].map((path) =>
    createRoute({ getParentRoute: () => root, path, component: path === PAGES.home ? Opener : () => <h1>{path}</h1> }),
  )
  const slow = createRoute({
    getParentRoute: () => root,
    path: '/slow',
    loader: () =>
      new Promise<void>((loaded) => {
        load = loaded
      }),
    component: () => <h1>远处</h1>,
  })
  const router = createRouter({ history, routeTree: root.addChildren([...pages, slow]) })
  const app = <RouterProvider router={router as never} />
  render(strict ? <StrictMode>{app}</StrictMode> : app)
  await act(() => router.load())
  return userEvent.setup()
}

const sheet = (name = '单子') => screen.findByRole('dialog', { name })
const question = () => screen.findByRole('alertdialog')
const press = (name: string) => screen.getByRole('button', { name })
const entryOf = (sheets: number) => waitFor(() => expect(window.history.state.sheets ?? 0).toBe(sheets))
const gone = (role: 'dialog' | 'alertdialog') => waitFor(() => expect(screen.queryByRole(role)).toBeNull())
/** Presses the telephone's own back button. */
const goBack = () => act(async () => window.history.back())
const arrivedAt = (address: string) =>
  waitFor(() => {
    expect(here()).toBe(address)
    expect(window.location.hash).toBe(`#${address}`)
  })

async function openSheet(options = {}) {
  const user = await openPage(options)
  await user.click(press('打开'))
  await sheet()
  await entryOf(1)
  return user
}

it.each([{ strict: false }, { strict: true }])('the way back closes a sheet and not the page %o', async (options) => {
  await openSheet(options)
  await goBack()
  await gone('dialog')
  await arrivedAt(PAGES.home)
  await goBack()
  await arrivedAt('/before')
})

it.each<[string, (user: ReturnType<typeof userEvent.setup>) => Promise<void>]>([
  ['its button', (user) => user.click(press('收起'))],
  ['Escape', (user) => user.keyboard('{Escape}')],
])('%s takes its entry back: one way back leaves the page', async (_, close) => {
  const user = await openSheet()
  await close(user)
  await entryOf(0)
  await goBack()
  await arrivedAt('/before')
})

it('a question over a sheet has an entry of its own, and the way back closes the upper one', async () => {
  const user = await openSheet()
  await user.click(press('再问'))
  await question()
  await entryOf(2)
  await goBack()
  await gone('alertdialog')
  await sheet()
  await entryOf(1)
  await goBack()
  await gone('dialog')
  await arrivedAt(PAGES.home)
})

it('Escape closes the upper one alone, wherever the focus is', async () => {
  const user = await openSheet()
  await user.click(press('再问'))
  await question()
  await entryOf(2)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('确定'))
  act(() => (document.activeElement as HTMLElement).blur())
  await user.keyboard('{Escape}')
  await gone('alertdialog')
  await sheet()
  await entryOf(1)
})

it('a sheet that gives way to a question leaves it the entry', async () => {
  const user = await openPage()
  await user.click(press('选择'))
  await sheet('去处')
  await user.click(press('问一声'))
  await question()
  await gone('dialog')
  await entryOf(1)
  await user.click(press('取消'))
  await entryOf(0)
  await goBack()
  await arrivedAt('/before')
})

it('a sheet that opens while the entry of another one is taken back stays', async () => {
  await openSheet()
  History.prototype.replaceState.call(window.history, { ...window.history.state, old: true }, '')
  await act(async () => fireEvent.click(press('收起')))
  await act(async () => fireEvent.click(screen.getByText('选择')))
  await sheet('去处')
  await waitFor(() => expect(window.history.state.old).toBeUndefined())
  await sheet('去处')
  await entryOf(1)
  await goBack()
  await gone('dialog')
  await arrivedAt(PAGES.home)
})

it('who goes on from a sheet comes back to the page in one step, and finds no sheet', async () => {
  const user = await openSheet()
  const before = depth()
  const taken = vi.spyOn(window.history, 'go')
  await user.click(press('查看详情'))
  await arrivedAt(PAGES.me)
  await gone('dialog')
  expect(taken).toHaveBeenCalledExactlyOnceWith(-1)
  expect(depth()).toBe(before + 1)
  await goBack()
  await arrivedAt(PAGES.home)
  expect(screen.queryByRole('dialog')).toBeNull()
  await goBack()
  await arrivedAt('/before')
})

it('a sheet that stands until the next page has loaded has no entry over that', async () => {
  const user = await openSheet()
  await user.click(press('去远处'))
  await arrivedAt('/slow')
  await sheet()
  await entryOf(0)
  load()
  await screen.findByRole('heading', { name: '远处' })
  await goBack()
  await arrivedAt(PAGES.home)
})

it('who is led back from an open sheet is led to the page before', async () => {
  const user = await openSheet()
  await user.click(press('回去'))
  await arrivedAt('/before')
  await entryOf(0)
})

it('who turns back before the next page has loaded finds the sheet, and closes it by the way back', async () => {
  const user = await openSheet()
  await user.click(press('去远处'))
  await arrivedAt('/slow')
  await goBack()
  await arrivedAt(PAGES.home)
  await sheet()
  await entryOf(1)
  await goBack()
  await gone('dialog')
  await goBack()
  await arrivedAt('/before')
})

it.each([
  ['去看看', PAGES.me],
  ['退回去', '/before'],
])('a sheet that closes and leads on at once: %s', async (action, address) => {
  const user = await openPage()
  await user.click(press('选择'))
  await entryOf(1)
  await user.click(press(action))
  await arrivedAt(address)
  await entryOf(0)
})

it('forward after closing opens nothing and breaks nothing', async () => {
  await openSheet()
  await goBack()
  await gone('dialog')
  const taken = vi.spyOn(window.history, 'go')
  await act(async () => window.history.forward())
  await waitFor(() => expect(taken).toHaveBeenCalledExactlyOnceWith(-1))
  await entryOf(0)
  expect(screen.queryByRole('dialog')).toBeNull()
  await goBack()
  await arrivedAt('/before')
})

it('two steps back at once close the sheet and leave the page once', async () => {
  await openSheet()
  await act(async () => window.history.go(-2))
  await arrivedAt('/before')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('the way back from a sheet does not ask whether the page may be left', async () => {
  setToken('fresh')
  const user = await openPage()
  await user.click(press('写字'))
  await user.click(press('打开'))
  await entryOf(1)
  await goBack()
  await gone('dialog')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('a question whether the page may be left has no entry, and staying leaves all as it was', async () => {
  setToken('fresh')
  const user = await openPage()
  await user.click(press('写字'))
  const before = depth()
  await goBack()
  await question()
  await user.click(press('取消'))
  await gone('alertdialog')
  await arrivedAt(PAGES.home)
  expect(depth()).toBe(before)
  await goBack()
  await question()
  await user.click(press('确定'))
  await arrivedAt('/before')
})

it('a way back that the browser has dropped is gone once more', async () => {
  await openPage()
  const stuck = vi.spyOn(window.history, 'go').mockReturnValue()
  const before = performance.now()
  await userEvent.click(press('打开'))
  await entryOf(1)
  await userEvent.click(await screen.findByRole('button', { name: '收起' }))
  await waitFor(() => expect(stuck).toHaveBeenCalledWith(-1))
  stuck.mockRestore()
  vi.spyOn(performance, 'now').mockReturnValue(before + 60_000)
  go('me')
  await arrivedAt(PAGES.me)
  await goBack()
  await arrivedAt(PAGES.home)
})

it('a page that waits for a way back which the browser has dropped comes by itself', async () => {
  await openPage()
  await userEvent.click(press('打开'))
  await entryOf(1)
  const stuck = vi.spyOn(window.history, 'go').mockReturnValue()
  await userEvent.click(await screen.findByRole('button', { name: '查看详情' }))
  await waitFor(() => expect(stuck).toHaveBeenCalledWith(-1))
  stuck.mockRestore()
  await waitFor(() => expect(window.location.hash).toBe(`#${PAGES.me}`), { timeout: 8_000 })
})
