// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { PAGES } from '#contract/pages.ts'
import { author } from '#web/social/social.fixture.ts'
import { endPages, openPage, person, type StandIn, startPages } from '../../test/page.tsx'
import { detailOf, unsealed } from './sealed.fixture.ts'

const RITUAL_MS = 1_500
const RITUAL = '胶囊正在打开'
const OTHERS = { isOther: '1' }
let server: StandIn

afterEach(endPages)

/** Looks at this public capsule of somebody else's, as the first of a visit. */
async function look(id: string) {
  server = startPages(person())
  await act(async () => answer(id))
  return openPage(PAGES.capsuleDetail, { id, ...OTHERS })
}
const answer = (id: string, is_mine: 0 | 1 = 0) =>
  server.answer('capsuleDetail', detailOf(unsealed({ id, is_public: 1, long_tag: `第${id}枚`, user: author }), is_mine))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const ritual = () => screen.queryByRole('main', { name: RITUAL })

it('the first public capsule of a visit comes with the whole ritual, and its text is there from the start', async () => {
  await look('31')
  await screen.findByRole('main', { name: RITUAL })
  screen.getByText('海边的旅行')
  await pass(RITUAL_MS)
  expect(ritual()).toBeNull()
  const article = screen.getByRole('article', { name: '第31枚' })
  expect(article).toBe(document.activeElement)
  expect(article.hasAttribute('data-reveals')).toBe(false)
})

it('while it is on its way there is the night it comes out of', async () => {
  server = startPages(person())
  server.answer('capsuleDetail', new Promise(() => undefined) as never)
  await openPage(PAGES.capsuleDetail, { id: '31', ...OTHERS })
  await screen.findByRole('heading', { level: 1, name: '胶囊详情' })
  expect(document.documentElement.dataset.mood).toBe('universe')
})

it('one’s own comes without a ritual, whatever the address says', async () => {
  server = startPages(person())
  answer('31', 1)
  await openPage(PAGES.capsuleDetail, { id: '31', ...OTHERS })
  await screen.findByText('海边的旅行')
  expect(ritual()).toBeNull()
})
