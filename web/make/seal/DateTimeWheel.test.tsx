import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseChina } from '#contract/time.ts'
import { windowOf } from '#test/page.tsx'
import { DateTimeWheel } from './DateTimeWheel.tsx'

const NOW = parseChina('2026-11-21 20:30:15') ?? new Date()

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

async function openWheel(start = '') {
  const onPick = vi.fn<(openTime: string) => void>()
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  render(<DateTimeWheel open onOpenChange={() => {}} start={start} onPick={onPick} />)
  await screen.findByRole('spinbutton', { name: '年' })
  const switchTime = () => user.click(screen.getByRole('switch', { name: '选具体时间' }))
  const turn = async (unit: string, keys: string) => {
    wheel(unit).focus()
    await user.keyboard(keys)
  }
  const done = async () => {
    await user.click(screen.getByRole('button', { name: '确定' }))
    return onPick.mock.calls[0]?.[0]
  }
  return { switchTime, turn, done }
}

const wheel = (unit: string) => screen.getByRole('spinbutton', { name: unit })
const units = () => screen.getAllByRole('spinbutton').map((one) => one.getAttribute('aria-label'))
const spoken = (...names: string[]) => names.map((unit) => wheel(unit).getAttribute('aria-valuetext'))

test('abroad it is said that the day picked is Beijing’s', async () => {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(420)
  await openWheel()
  screen.getByText('2026/11/21 星期六（北京时间） · 3小时29分钟后')
  vi.restoreAllMocks()
})

test('a date without a time gets 23:59:59; today is tonight', async () => {
  const { turn, done } = await openWheel()
  expect(units()).toEqual(['年', '月', '日'])
  screen.getByText('2026/11/21 星期六 · 3小时29分钟后')
  await turn('年', '2036')
  await turn('日', '{ArrowUp}')
  screen.getByText('2036/11/22 星期六 · 10年后')
  expect(await done()).toBe('2036-11-22 23:59:59')
  cleanup()
  const today = await openWheel()
  expect(await today.done()).toBe('2026-11-21 23:59:59')
})

test('it is said from when on one may choose: today, or with a time the minute that comes', async () => {
  const { switchTime } = await openWheel()
  screen.getByText('最早可以选今天')
  await switchTime()
  screen.getByText('最早可以选2026/11/21 20:31')
})

test('default time 00:00:00, to the minute and never a second', async () => {
  const { switchTime, turn, done } = await openWheel()
  await turn('日', '{ArrowUp}')
  await switchTime()
  expect(units()).toEqual(['年', '月', '日', '时', '分'])
  expect(spoken('时', '分')).toEqual(['0时', '0分'])
  await turn('时', '8')
  await turn('分', '{ArrowUp}')
  screen.getByText('2026/11/22 08:01 星期日 · 11小时31分钟后')
  expect(await done()).toBe('2026-11-22 08:01:00')
})

test('today’s time starts one hour from now, or with the last minute of the day', async () => {
  const { switchTime, done } = await openWheel()
  await switchTime()
  expect(await done()).toBe('2026-11-21 21:30:00')
  cleanup()
  vi.setSystemTime(parseChina('2026-11-21 23:20:15')!)
  const late = await openWheel('2026-11-21 23:59:59')
  await late.switchTime()
  expect(await late.done()).toBe('2026-11-21 23:59:00')
})

test('a time that is not wanted goes, and comes back as it was', async () => {
  const { switchTime, turn, done } = await openWheel('2030-05-01 08:30:20')
  expect(spoken('时', '分')).toEqual(['8时', '30分'])
  await switchTime()
  expect(units()).toEqual(['年', '月', '日'])
  await turn('日', '{ArrowUp}')
  await switchTime()
  expect(await done()).toBe('2030-05-02 08:30:00')
  cleanup()
  const again = await openWheel('2030-05-02 23:59:59')
  expect(units()).toEqual(['年', '月', '日'])
  expect(await again.done()).toBe('2030-05-02 23:59:59')
})

test('default start is the day in one hour', async () => {
  vi.setSystemTime(parseChina('2026-11-21 23:20:15')!)
  const { done } = await openWheel()
  expect(await done()).toBe('2026-11-22 23:59:59')
})

test('does not go before now, nor past 2120', async () => {
  const { switchTime, turn, done } = await openWheel()
  await turn('日', '{Home}{ArrowDown}')
  expect(wheel('日').getAttribute('aria-valuenow')).toBe('21')
  await switchTime()
  await turn('时', '{Home}{ArrowDown}')
  expect(wheel('时').getAttribute('aria-valuenow')).toBe('20')
  expect(wheel('分').getAttribute('aria-valuemin')).toBe('31')
  await turn('年', '{End}{ArrowUp}')
  expect(spoken('年')).toEqual(['2120年'])
  await turn('月', '{End}')
  await turn('日', '{End}')
  await switchTime()
  expect(await done()).toBe('2120-12-31 23:59:59')
})

test('a year is typed in digits, and the 31st gives way to a shorter month and comes back', async () => {
  const { turn } = await openWheel('2027-01-31 08:00:00')
  await turn('年', '2028')
  expect(wheel('年').getAttribute('aria-valuenow')).toBe('2028')
  await turn('月', '{ArrowUp}')
  expect(wheel('日').getAttribute('aria-valuenow')).toBe('29')
  await turn('月', '{ArrowUp}')
  expect(wheel('日').getAttribute('aria-valuenow')).toBe('31')
})

test('only the rows that can be seen are in the page', async () => {
  await openWheel()
  expect(wheel('年').querySelectorAll('span').length).toBeLessThanOrEqual(7)
})

/** A window with a mouse before it. */
async function openCalendar(start = '') {
  windowOf(700)
  const onPick = vi.fn<(openTime: string) => void>()
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  render(<DateTimeWheel open onOpenChange={() => {}} start={start} onPick={onPick} />)
  await screen.findByRole('grid')
  const done = async () => {
    await user.click(screen.getByRole('button', { name: '确定' }))
    return onPick.mock.calls[0]?.[0]
  }
  return { user, done }
}
const select = (unit: string) => screen.getByRole<HTMLSelectElement>('combobox', { name: unit })

describe('with a mouse', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('a day is clicked in a month, and ends with its last second', async () => {
    const { user, done } = await openCalendar()
    expect(screen.queryByRole('spinbutton')).toBeNull()
    await user.click(screen.getByRole('button', { name: '下个月' }))
    await user.click(screen.getByRole('button', { name: '12月24日' }))
    expect(screen.getByRole('button', { name: '12月24日' }).getAttribute('aria-pressed')).toBe('true')
    expect(await done()).toBe('2026-12-24 23:59:59')
  })

  test('no day before now can be clicked, and the jump to a year ends with 2120', async () => {
    const { user, done } = await openCalendar()
    await user.click(screen.getByRole('button', { name: '11月20日' }))
    expect(screen.getByRole('button', { name: '11月20日' }).getAttribute('aria-pressed')).toBe('false')
    expect([...select('年').options].map(({ value }) => value)).toEqual(
      Array.from({ length: 95 }, (_, index) => String(2026 + index)),
    )
    await user.selectOptions(select('年'), '2120')
    await user.selectOptions(select('月'), '12')
    await user.click(screen.getByRole('button', { name: '12月31日' }))
    expect(await done()).toBe('2120-12-31 23:59:59')
  })

  test('a time of the day is chosen to the minute, under the same rules as on the wheels', async () => {
    const { user, done } = await openCalendar()
    await user.click(screen.getByRole('switch', { name: '选具体时间' }))
    await screen.findByRole('combobox', { name: '时' })
    expect(select('时').value).toBe('21')
    expect([...select('时').options].map(({ value }) => value)).toEqual(['20', '21', '22', '23'])
    await user.selectOptions(select('时'), '20')
    expect(select('分').options[0]!.value).toBe('31')
    await user.selectOptions(select('分'), '45')
    expect(screen.queryByRole('combobox', { name: '秒' })).toBeNull()
    expect(await done()).toBe('2026-11-21 20:45:00')
  })

  test('arrow keys go from day to day, Page keys from month to month, and Enter picks', async () => {
    const { user, done } = await openCalendar()
    screen.getByRole('button', { name: '11月21日' }).focus()
    await user.keyboard('{ArrowLeft}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '11月21日' }))
    await user.keyboard('{PageDown}{ArrowDown}{ArrowRight}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '12月9日' }))
    await user.keyboard('{Enter}')
    expect(await done()).toBe('2026-12-09 23:59:59')
  })

  test('a day is typed as people write it', async () => {
    const { user, done } = await openCalendar()
    const field = screen.getByRole('textbox', { name: '日期' })
    await user.clear(field)
    await user.type(field, '2036年1月2日{Enter}')
    expect(await done()).toBe('2036-01-02 23:59:59')
  })

  test('what is no day, or none to come, is not taken, and the picked one stands there again', async () => {
    const { user, done } = await openCalendar('2030-05-01 23:59:59')
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: '日期' })
    for (const typed of ['2027-02-30', '2020-01-01', '明天']) {
      await user.clear(field)
      await user.type(field, typed)
      expect(field.getAttribute('aria-invalid')).toBe('true')
      await user.tab()
      expect(field.value).toBe('2030/05/01')
    }
    expect(await done()).toBe('2030-05-01 23:59:59')
  })

  test('by touch there are wheels in a window of any width', async () => {
    windowOf(1440, { touched: true })
    render(<DateTimeWheel open onOpenChange={() => {}} start="" onPick={() => {}} />)
    await screen.findByRole('spinbutton', { name: '年' })
    expect(screen.queryByRole('grid')).toBeNull()
  })
})
