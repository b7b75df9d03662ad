// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Detail } from '#contract/capsule.ts'
import type { User } from '#contract/profile.ts'
import { parseChina } from '#contract/time.ts'
import { endPages, ok, openPage, person, type StandIn, startPages, windowOf } from '#test/page.tsx'
import { lend } from '#web/ui/lend.fixture.ts'
import { here, history } from '#web/ui/location.ts'
import { diary, listed, ordinary, sealed } from './diary.fixture.ts'
import { questionOf } from './prompts.ts'

/** 1 January 2027, half past midnight in China: elsewhere it is still last year. */
const NOW = new Date('2026-12-31T16:30:00Z')

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', function observer() {
    return { observe: () => undefined, disconnect: () => undefined }
  })
})
afterEach(endPages)

const scrollIntoView = vi.fn<Element['scrollIntoView']>()
lend(Element.prototype, { scrollIntoView })

const LIST = '/subPages/diary/diaryList'

async function list(answers: (server: StandIn) => void = () => {}, query = {}, fields: Partial<User> = {}) {
  const server = startPages(person(fields))
  vi.setSystemTime(NOW)
  scrollIntoView.mockClear()
  server.answer('diaryList', listed([]))
  server.answer('diaryThisDay', listed([]))
  server.answer('diaryCalendar', { code: 1000, data: { calendar: {} } })
  answers(server)
  const user = await openPage(LIST, query)
  await screen.findByRole('heading', { level: 1 })
  return { server, user }
}
const mine = (capsule: Detail) => ok({ capsule, is_mine: 1 as const, is_love: 0 as const })
const month = () => screen.getByRole('heading', { level: 1 }).textContent
const calendar = async (user: Awaited<ReturnType<typeof openPage>>) => {
  await user.click(screen.getByRole('button', { name: /选择月份/ }))
  return within(await screen.findByRole('dialog', { name: '日记日历' }))
}

it('the current month of China is shown, each diary with its date, weekday and title', async () => {
  const { server } = await list((server) => server.answer('diaryList', listed([diary('1', '2027-01-01')])))
  const row = await screen.findByRole('button', { name: /第1篇/ })
  expect(month()).toContain('2027年1月')
  expect(server.sent('diaryList')).toEqual([{ date: '2027-01', page: 1 }])
  expect(row.textContent).toContain('1月1日')
  expect(row.textContent).toContain('星期五')
  expect(row.textContent).toContain('12:00')
})

it('a diary shows how it begins, under its title, and never the same words twice', async () => {
  const rows = [
    diary('1', '2027-01-01', { title: '立冬', excerpt: '立冬\n羊汤很烫\n再来' }),
    diary('2', '2027-01-01', { title: '小雪', excerpt: '羊汤很烫' }),
    diary('3', '2027-01-01', { title: '长'.repeat(40), excerpt: `${'长'.repeat(40)}\n完` }),
    diary('4', '2027-01-01', { title: `${'长'.repeat(100)}…`, excerpt: `${'长'.repeat(120)}…` }),
    diary('5', '2027-01-01', { title: '图片日记' }),
  ]
  await list((server) => server.answer('diaryList', listed(rows)))
  const words = (await screen.findAllByRole('listitem')).map((row) => row.textContent?.split('12:00')[1])
  expect(words).toEqual([
    '立冬羊汤很烫\n再来',
    '小雪羊汤很烫',
    `${'长'.repeat(40)}\n完`,
    `${'长'.repeat(120)}…`,
    '图片日记',
  ])
})

it('a sealed diary shows its title and when it opens, and nothing of what is in it', async () => {
  await list((server) => server.answer('diaryList', listed([sealed('2', '2027-01-01', { title: '给明年' })])))
  const row = await screen.findByRole('button', { name: /给明年/ })
  expect(row.textContent).toBe('11月1日星期五12:00给明年2036/11/21 解封')
})

it('on a day without a diary a question asks for one, and says what the first gives', async () => {
  const { server, user } = await list(
    (server) => server.answer('diaryList', listed([diary('1', '2026-12-31')])),
    {},
    {},
  )
  const card = await screen.findByRole('button', { name: /今天还没有写日记/ })
  expect(card.textContent).toContain(questionOf(Number(NOW)))
  expect(card.textContent).toContain('今天是周五，首篇得2个日记胶囊')
  await user.dblClick(card)
  await waitFor(() => expect(here()).toBe('/subPages/diary/writeDiary?asked=1'))
  await screen.findByText(questionOf(Number(NOW)))
  expect(server.sent('createDiaryCapsule')).toEqual([])
  history.back()
  await waitFor(() => expect(here()).toBe(LIST))
})

it('the question leads nobody on who has no diary capsule', async () => {
  const { user } = await list(undefined, {}, { diary_count: 0 })
  await user.click(await screen.findByRole('button', { name: /今天还没有写日记/ }))
  await screen.findByText('日记胶囊不足')
  expect(here()).toBe(LIST)
})

it.each([
  ['when today has a diary', '2027-01-01', {}],
  ['when today has a sealed one', '2027-01-01', {}, sealed],
  ['in another month', '2026-12-03', { month: '2026-12' }],
])('nothing is asked %s', async (_when, date, query, written = diary) => {
  await list((server) => server.answer('diaryList', listed([written('1', date)])), query)
  await screen.findByText('第1篇')
  expect(screen.queryByText('今天还没有写日记')).toBeNull()
})

it('each day has its question, another one the next day, and the same all day in China', () => {
  const at = (china: string) => questionOf(Number(parseChina(china)))
  expect(at('2027-01-01 00:00:00')).toBe(at('2027-01-01 23:59:59'))
  expect(at('2027-02-28 23:59:59')).not.toBe(at('2027-03-01 00:00:00'))
})

it('an empty month says 暂无日记~', async () => {
  await list()
  await screen.findByText('暂无日记~')
})

it('a list that does not come says so and is asked for again', async () => {
  const { server, user } = await list((server) => server.answer('diaryList', { code: 5000, message: '服务器错误' }))
  await screen.findByText('服务器错误')
  server.answer('diaryList', listed([diary('1', '2027-01-01')]))
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('第1篇')
})

it('an ordinary diary opens as a page to read, a sealed one and one that was sealed as a capsule', async () => {
  const rows = [
    diary('1', '2027-01-01'),
    sealed('2', '2027-01-01'),
    sealed('3', '2027-01-01', { status: 2, open_time: '2027-01-01 00:00:00' }),
  ]
  const { user } = await list((server) => {
    server.answer('diaryList', listed(rows))
    server.answer('capsuleDetail', { code: 1004, message: '内容不存在或已删除' })
  })
  await screen.findByText('2036/11/21 解封')
  await screen.findByText('已解封')
  for (const [title, address] of [
    [/第1篇/, '/subPages/diary/previewDiary?id=1'],
    [/第2篇/, '/subPages/me/capsuleDetail?id=2&isOther=0'],
    [/第3篇/, '/subPages/me/capsuleDetail?id=3&isOther=0'],
  ] as const) {
    await user.click(await screen.findByRole('button', { name: title }))
    await waitFor(() => expect(here()).toBe(address))
    history.back()
    await waitFor(() => expect(here()).toBe(LIST))
  }
})

it('one or two columns, remembered', async () => {
  const { user } = await list((server) => server.answer('diaryList', listed([diary('1', '2027-01-01')])))
  const toggle = screen.getByRole('button', { name: '双列显示' })
  expect(toggle.getAttribute('aria-pressed')).toBe('false')
  const single = (await screen.findByRole('list')).className
  await user.click(toggle)
  expect(toggle.getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('list').className).not.toBe(single)
  cleanup()
  await openPage(LIST)
  expect((await screen.findByRole('button', { name: '双列显示' })).getAttribute('aria-pressed')).toBe('true')
})

it('the write button says its cost and what is left, and asks for the stock first', async () => {
  const { server, user } = await list(undefined, {}, { diary_count: 0 })
  const button = await screen.findByRole('button', { name: /写日记.*，消耗1个日记胶囊，剩余0个$/ })
  await user.click(button)
  await screen.findByText('日记胶囊不足')
  expect(here()).toBe(LIST)
  server.answer('userInfo', { code: 1000, data: { user: person({ diary_count: 1 }) } })
  vi.advanceTimersByTime(1_000)
  await user.click(button)
  await waitFor(() => expect(here()).toBe('/subPages/diary/writeDiary?asked=1'))
})

it('a day that has its diary asks nothing more, and the button says what it does', async () => {
  const { user } = await list((server) => server.answer('diaryList', listed([diary('1', '2027-01-01')])))
  await user.click(await screen.findByRole('button', { name: '写日记，消耗1个日记胶囊，剩余5个' }))
  await waitFor(() => expect(here()).toBe('/subPages/diary/writeDiary'))
})

it('scrolled away from the question, a round pen leads to the same place', async () => {
  const { user } = await list((server) => server.answer('diaryList', listed([diary('1', '2026-12-31')])))
  await screen.findByRole('button', { name: /今天还没有写日记/ })
  const pen = () => screen.queryByRole('button', { name: '写日记，消耗1个日记胶囊，剩余5个' })
  expect(pen()).toBeNull()
  const scroll = (to: number) => {
    vi.stubGlobal('scrollY', to)
    fireEvent.scroll(window)
  }
  scroll(301)
  await waitFor(() => expect(pen()).not.toBeNull())
  scroll(0)
  await waitFor(() => expect(pen()).toBeNull())
  scroll(301)
  await user.click(await screen.findByRole('button', { name: '写日记，消耗1个日记胶囊，剩余5个' }))
  await waitFor(() => expect(here()).toBe('/subPages/diary/writeDiary?asked=1'))
})

it('where the list does not come, one can write all the same', async () => {
  await list((server) => server.answer('diaryList', { code: 5000, message: '服务器错误' }))
  await screen.findByRole('button', { name: '写日记，消耗1个日记胶囊，剩余5个' })
})

it('the calendar begins with the month shown, weeks from Sunday, the days marked that have diaries', async () => {
  const { server, user } = await list(
    (server) => server.answer('diaryCalendar', { code: 1000, data: { calendar: { '2026-12-03': 2 } } }),
    { month: '2026-12' },
  )
  const shown = await calendar(user)
  expect(shown.getAllByRole('columnheader').map((day) => day.textContent)).toEqual([...'日一二三四五六'])
  await shown.findByRole('button', { name: '12月3日，2篇日记' })
  expect(server.sent('diaryCalendar')).toEqual([{ month: '202612' }])
  await user.click(shown.getByRole('button', { name: '12月4日' }))
  await screen.findByText('这一天没有日记')
  expect(screen.getByRole('dialog')).toBeTruthy()
  // From the day that was tapped, not from where the keyboard stood before.
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('12月5日')
})

it("the calendar crosses the year's turn, is never past the current month, and finds back to it", async () => {
  const { server, user } = await list()
  const shown = await calendar(user)
  expect(shown.queryByRole('button', { name: '回到本月' })).toBeNull()
  expect(shown.getByRole('button', { name: '1月1日' }).getAttribute('aria-current')).toBe('date')
  const next = shown.getByRole('button', { name: '下个月' })
  expect(next.getAttribute('aria-disabled')).toBe('true')
  await user.click(next)
  shown.getByRole('heading', { name: '2027年1月' })
  await user.click(shown.getByRole('button', { name: '上个月' }))
  shown.getByRole('heading', { name: '2026年12月' })
  expect(next.getAttribute('aria-disabled')).toBeNull()
  await waitFor(() => expect(server.sent('diaryCalendar')).toEqual([{ month: '202701' }, { month: '202612' }]))
  await user.click(shown.getByRole('button', { name: '回到本月' }))
  shown.getByRole('heading', { name: '2027年1月' })
})

it('a month that was chosen is shown, and stands in the address', async () => {
  const { server, user } = await list()
  const shown = await calendar(user)
  await user.click(shown.getByRole('button', { name: '上个月' }))
  await user.click(shown.getByRole('button', { name: '查看2026年12月' }))
  await waitFor(() => expect(here()).toBe(`${LIST}?month=2026-12`))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(month()).toContain('2026年12月')
  await waitFor(() => expect(server.sent('diaryList').at(-1)).toEqual({ date: '2026-12', page: 1 }))
})

it('a day that was chosen is read up to, over the pages, and stands under the keyboard', async () => {
  const { server, user } = await list(
    (server) => {
      server.answer('diaryCalendar', { code: 1000, data: { calendar: { '2026-12-03': 1 } } })
      server.answer('diaryList', listed(Array.from({ length: 15 }, (_, at) => diary(String(40 + at), '2026-12-20'))))
    },
    { month: '2026-12' },
  )
  await screen.findByText('第40篇')
  const shown = await calendar(user)
  const day = await shown.findByRole('button', { name: '12月3日，1篇日记' })
  server.answer('diaryList', listed([diary('9', '2026-12-03')]))
  await user.click(day)
  const row = await screen.findByRole('button', { name: /第9篇/ })
  expect(server.sent('diaryList').at(-1)).toEqual({ date: '2026-12', page: 2 })
  await waitFor(() => expect(scrollIntoView.mock.contexts).toEqual([row]))
  await waitFor(() => expect(document.activeElement).toBe(row))
})

it('arrow keys walk through the days, over the ends of the month', async () => {
  const { user } = await list()
  const shown = await calendar(user)
  shown.getByRole('button', { name: '1月1日' }).focus()
  for (const [key, day] of [
    ['{ArrowRight}', '1月2日'],
    ['{ArrowDown}', '1月9日'],
    ['{ArrowUp}', '1月2日'],
    ['{ArrowLeft}{ArrowLeft}', '12月31日'],
    ['{Home}', '12月27日'],
    ['{End}', '1月2日'],
    ['{ArrowUp}', '12月26日'],
    ['{PageUp}', '11月1日'],
    ['{PageDown}{PageDown}', '1月1日'],
    ['{PageDown}', '1月1日'],
  ] as const) {
    await user.keyboard(key)
    expect(document.activeElement?.getAttribute('aria-label')).toBe(day)
  }
})

it('in a wide window the calendar stands beside the list and leads it, and a diary is read beside both', async () => {
  const { server, user } = await list((server) => {
    windowOf(1100)
    server.answer('diaryList', listed([diary('5', '2027-01-01', { title: '元旦' })]))
    server.answer('capsuleDetail', mine(ordinary('<p>下雪了</p>', { id: '5' })))
  })
  expect(screen.queryByRole('button', { name: /选择月份/ })).toBeNull()
  const pane = within(screen.getByRole('region', { name: '选中的日记' }))
  pane.getByText('选一篇日记，在这里读读那天')
  await user.click(await screen.findByRole('button', { name: /元旦/ }))
  await waitFor(() => expect(here()).toBe(`${LIST}?id=5`))
  const read = within(await screen.findByRole('region', { name: '选中的日记' }))
  await read.findByText('下雪了')
  read.getByRole('button', { name: '编辑' })
  const beside = within(screen.getByRole('region', { name: '日记日历' }))
  await user.click(beside.getByRole('button', { name: '上个月' }))
  await waitFor(() => expect(here()).toBe(`${LIST}?month=2026-12`))
  beside.getByRole('heading', { name: '2026年12月' })
  expect(server.sent('diaryList')).toContainEqual(expect.objectContaining({ date: '2026-12' }))
})

it('in a narrower window the address of a diary beside its list is the diary itself', async () => {
  await list((server) => server.answer('capsuleDetail', mine(ordinary('<p>下雪了</p>', { id: '5' }))), { id: '5' })
  await screen.findByText('下雪了')
  expect(screen.queryByRole('button', { name: /选择月份/ })).toBeNull()
})

it('a sealed diary is shown beside the list as capsules are, and leads nowhere else', async () => {
  await list(
    (server) => {
      windowOf(1440)
      server.answer('diaryList', listed([sealed('6', '2027-01-01', { title: '锁住的一天' })]))
      const capsule = ordinary('', { id: '6', status: 1, sealed_at: '2027-01-01 12:00:00', long_tag: '锁住的一天' })
      server.answer('capsuleDetail', mine({ ...capsule, open_time: '2036-11-21 23:59:59' }))
    },
    { id: '6' },
  )
  const pane = within(await screen.findByRole('region', { name: '选中的日记' }))
  await pane.findByRole('heading', { name: '锁住的一天' })
  expect(here()).toBe(`${LIST}?id=6`)
})
