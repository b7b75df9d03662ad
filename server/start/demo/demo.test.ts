import { stat } from 'node:fs/promises'
import { beforeAll, expect, it } from 'vitest'
import type { Output } from '#contract/calls.ts'
import { formatChina } from '#contract/time.ts'
import { withApp } from '#test/app.ts'
import { get, md5 } from '#test/client.ts'
import { DEMO_PICTURES, pictureFile } from './pictures.ts'
import { DEMO, seedDemo } from './seed.ts'

const app = withApp()
let token: string

beforeAll(async () => {
  await seedDemo(app.services)
  token = (await get(app.url, 'login', { tel: DEMO.tel, password: md5(DEMO.password) })).token
})

const monthsOf = (moments: readonly string[]) => new Set(moments.map((moment) => moment.slice(0, 7)))
const me = () => ({ token })

async function records(): Promise<Output<'capsuleRecords'>['data']> {
  const rows = []
  for (let page = 1; ; page += 1) {
    const { data } = await get(app.url, 'capsuleRecords', { page, pageSize: 50 }, me())
    rows.push(...data)
    if (data.length < 50) return rows
  }
}

it('the demonstration’s entries and movements are spread over a year', async () => {
  const moments = (await records()).map(({ created_at }) => created_at)
  expect(monthsOf(moments).size).toBeGreaterThanOrEqual(12)
  expect(moments).toEqual(moments.toSorted().toReversed())
  const now = Number(app.services.now())
  const last = Array.from({ length: 12 }, (_, back) => formatChina(now - back * 30.4 * 86_400_000).slice(0, 7))
  const diaries = await Promise.all(last.map((date) => get(app.url, 'diaryList', { date }, me())))
  const written = diaries.map(({ capsules }) => capsules.data.length)
  expect(written.filter(Boolean).length).toBeGreaterThanOrEqual(11)
})

it('the demonstration has five pictures of at most 150 KB each, with texts, that can be seen', async () => {
  expect(DEMO_PICTURES).toHaveLength(5)
  for (const name of DEMO_PICTURES) expect((await stat(pictureFile(name))).size, name).toBeLessThanOrEqual(150_000)
  const { capsules } = await get(app.url, 'myOpenCapsules', {}, me())
  const { id } = capsules.data.find(({ long_tag }) => long_tag === '凌晨五点的海')!
  const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id: id }, me())
  const { content } = capsule.capsule_content!
  expect(content.map(({ type, comment }) => [type, comment !== ''])).toEqual([
    [1, true],
    [1, true],
  ])
  for (const { content: address } of content) {
    const seen = await fetch(new URL(address, app.url))
    expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  }
})

it('of the demonstration’s capsules one is shared, one is public and one is due', async () => {
  const open = (await get(app.url, 'myOpenCapsules', {}, me())).capsules.data
  expect(open.filter(({ is_public }) => is_public).length).toBeGreaterThanOrEqual(1)
  const details = await Promise.all(open.map(({ id }) => get(app.url, 'capsuleDetail', { capsule_id: id }, me())))
  expect(details.filter(({ capsule }) => capsule.shared).length).toBeGreaterThanOrEqual(1)
  const closed = (await get(app.url, 'myClosedCapsules', {}, me())).capsules.data
  expect(closed.filter(({ open_time }) => open_time <= formatChina(app.services.now()))).toHaveLength(1)
})
