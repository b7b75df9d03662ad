import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formatChina, parseChina } from '#contract/time.ts'
import { DateTimeWheel } from './DateTimeWheel.tsx'

const NOW = parseChina('2026-11-21 20:30:15') ?? new Date()

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

async function openWheel(start?: Date) {
  const onPick = vi.fn<(picked: Date) => void>()
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  render(<DateTimeWheel open onOpenChange={() => {}} start={start} onPick={onPick} />)
  await screen.findByRole('spinbutton', { name: '年' })
  const done = async () => {
    await user.click(screen.getByRole('button', { name: '确定' }))
    return formatChina(onPick.mock.calls[0]?.[0] ?? 0)
  }
  return { user, done }
}

const wheel = (unit: string) => screen.getByRole('spinbutton', { name: unit })

test('starts one hour from now', async () => {
  const { done } = await openWheel()
  expect(await done()).toBe('2026-11-21 21:30:15')
})

test('is driven by the keyboard down to the second', async () => {
  const { user, done } = await openWheel()
  wheel('时').focus()
  await user.keyboard('{ArrowDown}')
  wheel('秒').focus()
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(await done()).toBe('2026-11-21 20:30:17')
})

test('does not go before now, nor past 2120', async () => {
  const { user, done } = await openWheel()
  wheel('时').focus()
  await user.keyboard('{Home}{ArrowDown}')
  expect(wheel('时').getAttribute('aria-valuenow')).toBe('20')
  expect(wheel('分').getAttribute('aria-valuemin')).toBe('30')
  wheel('年').focus()
  await user.keyboard('{End}{ArrowUp}')
  expect(wheel('年').getAttribute('aria-valuetext')).toBe('2120年')
  expect(await done()).toBe('2120-11-21 20:30:15')
})

test('a year is typed in digits, and the 31st gives way to a shorter month and comes back', async () => {
  const { user } = await openWheel(parseChina('2027-01-31 08:00:00'))
  wheel('年').focus()
  await user.keyboard('2028')
  expect(wheel('年').getAttribute('aria-valuenow')).toBe('2028')
  wheel('月').focus()
  await user.keyboard('{ArrowUp}')
  expect(wheel('日').getAttribute('aria-valuenow')).toBe('29')
  await user.keyboard('{ArrowUp}')
  expect(wheel('日').getAttribute('aria-valuenow')).toBe('31')
})

test('only the rows that can be seen are in the page', async () => {
  await openWheel()
  expect(wheel('年').querySelectorAll('span').length).toBeLessThanOrEqual(7)
})
