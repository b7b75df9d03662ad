import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TYPE } from '#contract/capsule.ts'
import { PAGES } from '#contract/pages.ts'
import { formatChina } from '#contract/time.ts'
import { endPages, openPage, person, type StandIn, startPages } from '#test/page.tsx'
import { emptyDraft, forecastContent, keepDraft } from '#web/draft/current/draft.ts'
import { history } from '#web/ui/location.ts'
import { closeJustSealed, showJustSealed } from './justSealed.ts'

const EVENT = '/calendar/event/1.mac/12.ics'
const SEALED = { owner: '7', id: '12', type: TYPE.time, openTime: '2031-05-01 08:00:00' }
let server: StandIn

beforeEach(() => {
  server = startPages(person())
  server.answer('capsuleOpenList', { code: 1000, data: { capsules: [], next: '' } })
  server.answer('calendarEvent', { code: 1000, data: { url: EVENT } })
})
afterEach(() => {
  closeJustSealed()
  endPages()
  vi.restoreAllMocks()
})

const card = () => screen.findByRole('region', { name: '刚刚封存的胶囊' })
const noCard = () => expect(screen.queryByRole('region', { name: '刚刚封存的胶囊' })).toBeNull()
const add = () => screen.findByRole('button', { name: '加入系统日历' })

/** Where the browser is led from here on, out of our pages. */
function led() {
  const assign = vi.fn()
  vi.stubGlobal('location', { ...window.location, assign })
  return assign
}

async function arrive() {
  showJustSealed(SEALED)
  const user = await openPage(PAGES.home)
  await card()
  return user
}

it('a sealing ends at home, where 加入系统日历 is offered for the capsule and its day', async () => {
  const unsealDate = formatChina(Date.now() + 86_400_000)
  const content = forecastContent({ content: '雨？', comment: '晴' })
  keepDraft({ ...emptyDraft('7', 2), content, unsealDate, send_word: '你好' })
  server.answer('createForecastCapsule', { code: 1000, data: { capsule_id: '12' } })
  const user = await openPage('/subPages/seal/sealFour', { type: '2' })
  await user.click(await screen.findByRole('button', { name: '投入胶囊宇宙' }))
  await screen.findByLabelText('胶囊正在升入夜空')
  expect(server.sent('createForecastCapsule')).toMatchObject([
    { content: [{ type: 0, content: '雨？', comment: '晴' }], send_word: '你好' },
  ])
  noCard()
  fireEvent.pointerDown(window)
  await waitFor(() => expect(history.location.pathname).toBe(PAGES.home))
  const [year, month, day] = unsealDate.slice(0, 10).split('-').map(Number)
  expect((await card()).textContent).toContain(`${year}年${month}月${day}日再见`)
  const assign = led()
  await user.click(await add())
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(new URL(EVENT, location.href).href))
  expect(server.sent('calendarEvent')).toEqual([{ capsule_id: '12' }])
})

it('it waits as long as the person does, and is gone when they say 不用了', async () => {
  const user = await arrive()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  await user.click(await screen.findByRole('button', { name: '不用了' }))
  noCard()
})

it('it is gone once home was left', async () => {
  await arrive()
  act(() => history.push('/subPages/me/taskCenter'))
  await waitFor(() => expect(history.location.pathname).toBe('/subPages/me/taskCenter'))
  act(() => history.push(PAGES.home))
  await screen.findByText('胶囊宇宙')
  noCard()
})

it('nobody else who signs in here sees it', async () => {
  showJustSealed({ ...SEALED, owner: '8' })
  await openPage(PAGES.home)
  await screen.findByText('胶囊宇宙')
  noCard()
})

it('in WeChat, which opens no calendar, the address is offered for another browser', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 MicroMessenger/8.0')
  const user = await arrive()
  const assign = led()
  await user.click(await add())
  await user.click(await screen.findByRole('button', { name: '复制链接' }))
  await screen.findByText('链接已复制')
  expect(await navigator.clipboard.readText()).toBe(new URL(EVENT, location.href).href)
  expect(assign).not.toHaveBeenCalled()
})

it('a capsule that was opened meanwhile is refused in the server’s own words', async () => {
  server.answer('calendarEvent', { code: 2, message: '该胶囊已经解封' })
  const user = await arrive()
  const assign = led()
  await user.click(await add())
  await screen.findByText('该胶囊已经解封')
  expect(assign).not.toHaveBeenCalled()
})
