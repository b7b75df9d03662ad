import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PAGES } from '#contract/pages.ts'
import { dateText, formatChina, parseChina } from '#contract/time.ts'
import { endPages, openPage, person, startPages } from '#test/page.tsx'
import { CLOCK_IS_OFF } from '#web/app/shell/tellOfClock.ts'
import { clearDraft, emptyDraft, keepDraft, textContent, useDraftStore } from '#web/draft/current/draft.ts'
import { behindMs, forgetTime, hearDate, isTimeKnown, now } from './clock.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const TRUE_NOW = parseChina('2026-11-21 20:30:15')!.getTime()
const DEVICES = [
  ['40 days ahead', TRUE_NOW + 40 * DAY_MS],
  ['40 days behind', TRUE_NOW - 40 * DAY_MS],
  ['in 1970', 5 * MINUTE_MS],
] as const

afterEach(() => {
  endPages()
  clearDraft()
})

/** Signed in on a device that has this time, while the server has the true one. */
function startOn(device: number) {
  const server = startPages(person())
  vi.setSystemTime(device)
  server.clock(TRUE_NOW - device)
  keepDraft({ ...emptyDraft('7'), content: textContent('<p>给以后的信</p>') })
  return server
}

describe.each(DEVICES)('on a device whose clock is %s', (_name, device) => {
  it('30天 seals for thirty days from now, and today is today', async () => {
    startOn(device)
    const hand = await openPage(PAGES.sealOne, { type: '0' })
    await hand.click(await screen.findByRole('button', { name: '30天' }))
    await waitFor(() => expect(useDraftStore.getState().draft?.unsealDate).not.toBe(''))
    const { unsealDate } = useDraftStore.getState().draft!
    expect(unsealDate.slice(0, 10)).toBe('2026-12-21')
    expect(screen.getByText(dateText(formatChina(TRUE_NOW)))).toBeTruthy()
    await hand.click(screen.getByRole('button', { name: '下一步' }))
    await waitFor(() => expect(useDraftStore.getState().draft?.sealed_at.slice(0, 10)).toBe('2026-11-21'))
    expect(useDraftStore.getState().draft?.unsealDate).toBe(unsealDate)
  })

  it('the device is told so once', async () => {
    startOn(device)
    await openPage(PAGES.sealOne, { type: '0' })
    await screen.findByText(CLOCK_IS_OFF)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(screen.queryByText(CLOCK_IS_OFF)).toBeNull()
  })
})

it('a device that is off by less than five minutes hears nothing of it, and is put right all the same', async () => {
  startOn(TRUE_NOW - 4 * MINUTE_MS)
  await openPage(PAGES.sealOne, { type: '0' })
  await waitFor(() => expect(behindMs()).toBeGreaterThan(3 * MINUTE_MS))
  expect(screen.queryByText(CLOCK_IS_OFF)).toBeNull()
})

it('before the server has said anything the time is asked for when one is picked', async () => {
  const server = startOn(TRUE_NOW + 40 * DAY_MS)
  const hand = await openPage(PAGES.sealOne, { type: '0' })
  await screen.findByRole('button', { name: '30天' })
  forgetTime()
  await hand.click(screen.getByRole('button', { name: '30天' }))
  await waitFor(() => expect(useDraftStore.getState().draft?.unsealDate.slice(0, 10)).toBe('2026-12-21'))
  expect(server.asked()).toContain('systemInfo')
})

describe('the clock of the pages', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: TRUE_NOW })
    forgetTime()
  })
  const saying = (ms: number) => new Date(ms).toUTCString()
  const hear = (date: string | null, tookMs: number) => hearDate(date, { tookMs, heardAt: Date.now() })

  it('is the device’s until there is an answer, and where that is right within its error', () => {
    expect([isTimeKnown(), now()]).toEqual([false, TRUE_NOW])
    hear(null, 10)
    hear('gestern', 10)
    expect(isTimeKnown()).toBe(false)
    hear(saying(TRUE_NOW - 1_000), 40)
    expect([isTimeKnown(), now()]).toEqual([true, TRUE_NOW])
  })

  it('takes the answer that came soonest for the best: half of what it took is its error, a second at least', () => {
    hear(saying(TRUE_NOW + DAY_MS), 20_000)
    expect(Math.abs(now() - TRUE_NOW - DAY_MS)).toBeLessThanOrEqual(11_000)
    hear(saying(TRUE_NOW + DAY_MS), 100)
    expect(Math.abs(now() - TRUE_NOW - DAY_MS)).toBeLessThanOrEqual(1_000)
    const best = now()
    hear(saying(TRUE_NOW + DAY_MS - 8_000), 20_000)
    expect(now()).toBe(best)
  })

  it('is not put back by an answer whose rest comes late, or that came while the device slept', () => {
    hear(saying(TRUE_NOW), 100)
    vi.setSystemTime(TRUE_NOW + 600_000)
    hearDate(saying(TRUE_NOW), { tookMs: 200, heardAt: TRUE_NOW + 200 })
    expect(behindMs()).toBe(0)
    hearDate(saying(TRUE_NOW), { tookMs: 600_000, heardAt: TRUE_NOW + 600_000 })
    expect(behindMs()).toBe(0)
  })

  it('follows when somebody puts the device’s clock right', () => {
    hear(saying(TRUE_NOW + DAY_MS), 100)
    vi.setSystemTime(TRUE_NOW + DAY_MS)
    hear(saying(TRUE_NOW + DAY_MS), 300)
    expect([behindMs(), now()]).toEqual([0, TRUE_NOW + DAY_MS])
  })
})
