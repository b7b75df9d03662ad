import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Output } from '#contract/calls.ts'
import type { ContentItem } from '#contract/content.ts'
import { chinaMonth } from '#contract/time.ts'
import { withApp } from '#test/app.ts'
import { becomePage, sendAsPage } from '#test/asPage.ts'
import { get } from '#test/client.ts'
import { newCrowd } from '#test/crowd.ts'
import { give } from '#test/grants.ts'
import { makeLossy } from '#test/lossy.ts'

const PEOPLE = 10
const EACH = 20

const app = withApp()
let lossy: Awaited<ReturnType<typeof makeLossy>>
let leave: () => void

beforeAll(async () => {
  lossy = await makeLossy(app.url)
  leave = becomePage(() => lossy.url)
})
afterAll(async () => {
  leave()
  await lossy.close()
})

it('200 diaries whose first two answers were lost, or in doubt, are each written and paid once', {
  timeout: 120_000,
}, async () => {
  const crowd = await newCrowd(app.services, PEOPLE)
  for (const { id } of crowd) await give(app.services, Number(id), [{ kind: 'diary', amount: EACH }])
  const written = await Promise.all(crowd.map(writeTheirs))
  const ids = written.flatMap(({ made }) => made.map(({ capsule_id }) => capsule_id))
  expect(new Set(ids).size).toBe(PEOPLE * EACH)
  for (const { titles, held, made } of written) {
    expect(titles).toEqual(Array.from({ length: EACH }, (_, at) => nameOf(at)).sort())
    // All were spent; the first of the day has given some back.
    const given = made.reduce((sum, { reward }) => sum + reward, 0)
    expect(given).toBeGreaterThan(0)
    expect(held).toBe(given)
  }
  // Each call's answer was lost twice, and every way of losing one has happened.
  expect(Object.values(lossy.lost).reduce((sum, count) => sum + count)).toBe(2 * PEOPLE * EACH)
  expect(Math.min(...Object.values(lossy.lost))).toBeGreaterThan(0)
})

const nameOf = (at: number): string => `第${String(at).padStart(2, '0')}篇`

async function writeTheirs({ token }: { token: string }) {
  const made: Output<'createDiaryCapsule'>[] = []
  for (let at = 0; at < EACH; at += 1) {
    const content: ContentItem[] = [{ type: 0, content: `<p>${nameOf(at)}</p>`, comment: '' }]
    made.push(await sendAsPage('createDiaryCapsule', { content }, token))
  }
  const { user } = await get(app.url, 'userInfo', {}, { token })
  return { made, titles: await titlesOf(token), held: user.diary_count }
}

async function titlesOf(token: string): Promise<string[]> {
  const date = chinaMonth(new Date())
  const pages = [1, 2].map((page) => get(app.url, 'diaryList', { date, page, pageSize: EACH }, { token }))
  return (await Promise.all(pages)).flatMap(({ capsules }) => capsules.data.map(({ title }) => title)).sort()
}
