import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { parseChina } from '#contract/time.ts'
import { QuickPicks } from './QuickPicks.tsx'
import { UnsealDate } from './UnsealDate.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: parseChina('2026-11-21 20:30:15')!, shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

function Chosen() {
  const [chosen, choose] = useState('')
  return (
    <>
      <QuickPicks chosen={chosen} onPick={choose} />
      <output>{chosen}</output>
    </>
  )
}

/** Opens the sheet of this name over the picks. */
async function openSheet(name: string) {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  render(<Chosen />)
  await user.click(screen.getByRole('button', { name }))
  await screen.findByRole('dialog', { name })
  await screen.findByRole('spinbutton', { name: '日' })
  const turn = async (unit: string, keys: string) => {
    wheel(unit).focus()
    await user.keyboard(keys)
  }
  return { user, turn }
}

const wheel = (unit: string) => screen.getByRole('spinbutton', { name: unit })
const spoken = (unit: string) => wheel(unit).getAttribute('aria-valuetext')
const days = () =>
  within(screen.getByRole('dialog'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const chosen = () => screen.getByRole('status', { hidden: true }).textContent

it.each(['1年', '5年', '10年'])('%s is said as a day, and kept to the second', async (name) => {
  const onPick = vi.fn<(unsealDate: string) => void>()
  function Line() {
    const [value, setValue] = useState('')
    onPick.mockImplementation(setValue)
    return (
      <UnsealDate value={value} onPick={onPick}>
        {null}
      </UnsealDate>
    )
  }
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  render(<Line />)
  const said = () => screen.getByRole('button', { name: /^解封日期/ }).textContent
  const year = 2026 + Number.parseInt(name, 10)
  await user.click(screen.getByRole('button', { name }))
  await waitFor(() => expect(said()).toContain(`${year}/11/21`))
  expect(said()).not.toMatch(/\d:\d/)
  expect(onPick.mock.lastCall?.[0]).toMatch(new RegExp(`^${year}-11-21 20:30:`))
  await user.click(screen.getByRole('button', { name: '30天' }))
  await waitFor(() => expect(said()).toContain('2026/12/21 20:30'))
})

it('农历生日 begins with today and is turned by keyboard; the next years stand below by both calendars', async () => {
  const { user, turn } = await openSheet('农历生日')
  expect([spoken('月'), spoken('日')]).toEqual(['十月', '十三'])
  await turn('月', '5')
  await turn('日', '{Home}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}')
  expect([spoken('月'), spoken('日')]).toEqual(['五月', '初五'])
  expect(days().slice(0, 2)).toEqual([
    '2027年6月9日 星期三农历丁未年五月初五明年',
    '2028年5月28日 星期日农历戊申年五月初五后年',
  ])
  await screen.findByText('最近一次 2027年6月9日 星期三')
  await user.click(screen.getByRole('button', { name: /10年后/ }))
  expect(chosen()).toBe('2036-05-30 23:59:59')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('button', { name: '农历生日' }).dataset.picked).toBe('true')
  await user.click(screen.getByRole('button', { name: '30天' }))
  expect(screen.getByRole('button', { name: '农历生日' }).dataset.picked).toBeUndefined()
})

it('who was born in a leap month has it in the years that have it, and is told of the others', async () => {
  const { user, turn } = await openSheet('农历生日')
  await turn('月', '5')
  await user.click(screen.getByRole('switch', { name: '生在闰月' }))
  await screen.findByText(/^没有这个闰月的年份，在同名的平月过/)
  expect(spoken('月')).toBe('闰五月')
  expect(days()[1]).toBe('2028年7月5日 星期三农历戊申年闰五月十三后年')
})

it('周年 of a past day is picked by year, month and day, never of one to come', async () => {
  const { user, turn } = await openSheet('周年')
  expect(wheel('年').getAttribute('aria-valuemax')).toBe('2026')
  await turn('年', '2024')
  await turn('月', '2')
  await turn('日', '{End}')
  expect(spoken('日')).toBe('29日')
  expect(days()[0]).toBe('2027年2月28日 星期日农历丁未年正月廿三3周年')
  await turn('年', '2026')
  await turn('月', '{End}')
  expect(spoken('月')).toBe('11月')
  expect(wheel('日').getAttribute('aria-valuemax')).toBe('21')
  await turn('日', '{End}')
  await user.click(screen.getByRole('button', { name: /5周年$/ }))
  expect(chosen()).toBe('2031-11-21 23:59:59')
})

it('周年 by the Chinese calendar shows the leap month of a year that has one, and it comes back', async () => {
  const { user, turn } = await openSheet('周年')
  await user.click(screen.getByRole('tab', { name: '农历' }))
  expect([spoken('年'), spoken('月'), spoken('日')]).toEqual(['2026年', '十月', '十三'])
  expect(wheel('月').getAttribute('aria-valuemax')).toBe('10')
  await turn('年', '2020')
  await turn('月', '5')
  expect(spoken('月')).toBe('闰四月')
  expect(days()[0]).toBe('2027年5月18日 星期二农历丁未年四月十三7周年')
  await turn('年', '{ArrowUp}')
  expect(spoken('月')).toBe('四月')
  await turn('年', '{ArrowDown}')
  expect(spoken('月')).toBe('闰四月')
})

it('a chosen day goes along from one calendar to the other', async () => {
  const { user, turn } = await openSheet('周年')
  await turn('年', '1996')
  await user.click(screen.getByRole('tab', { name: '农历' }))
  expect([spoken('年'), spoken('月'), spoken('日')]).toEqual(['1996年', '十月', '十一'])
  await turn('日', '{ArrowUp}')
  await user.click(screen.getByRole('tab', { name: '公历' }))
  expect([spoken('年'), spoken('月'), spoken('日')]).toEqual(['1996年', '11月', '22日'])
})
