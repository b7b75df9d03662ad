import { describe, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { withApp } from '#test/app.ts'
import { ask, get, inSeconds, newPerson, seal, textCapsule } from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { give } from '#test/grants.ts'
import { newDesk } from '#test/operator.ts'
import { withPauses } from '#test/pause.ts'

const app = withApp()
const startAfter = withPauses(app)
const DAY_SECONDS = 86_400

type Wish = { title: string; days: number; approved?: boolean }

/** Sealed capsules of one person; `days` from now they open, or have been due. */
async function sealed(...wishes: Wish[]) {
  const { token } = await newPerson(app.url)
  const { user } = await get(app.url, 'userInfo', {}, { token })
  await give(app.services, Number(user.id), [{ kind: 'time', amount: 40 }])
  const ids: Record<string, string> = {}
  for (const { title, days, approved } of wishes) {
    const open_time = inSeconds(Math.max(days, 1) * DAY_SECONDS)
    const id = await seal(app.url, token, textCapsule('<p>x</p>', { long_tag: title, open_time }))
    ids[title] = id
    if (days < 0) await comeDue(app.services, id, { daysAgo: -days })
    if (approved) await approve(id, token)
  }
  return { token, ids }
}
async function approve(capsule_id: string, token: string): Promise<void> {
  await get(app.url, 'unlockRequest', { capsule_id, reason: '想让奶奶早一点看到里面的照片' }, { token })
  const desk = await newDesk(app.url, app.services)
  const { applications } = await get(app.url, 'reviewList', {}, { token: desk.token })
  for (const { id } of applications)
    await get(app.url, 'reviewDecide', { application_id: id, approve: 1, reply: '' }, { token: desk.token })
}
const titles = async (token: string, input = {}) =>
  (await get(app.url, 'myClosedCapsules', input, { token })).capsules.data.map(({ long_tag }) => long_tag)

describe('my sealed capsules', () => {
  it('stand due first, then those that may be opened early, then by what comes next', async () => {
    const { token } = await sealed(
      { title: '十年', days: 3650 },
      { title: '昨天', days: -1 },
      { title: '明天', days: 1 },
      { title: '准了', days: 900, approved: true },
      { title: '上月', days: -30 },
    )
    expect(await titles(token)).toEqual(['上月', '昨天', '准了', '明天', '十年'])
    const pages = [1, 2, 3, 4].map((page) => titles(token, { page, pageSize: 2 }))
    expect(await Promise.all(pages)).toEqual([['上月', '昨天'], ['准了', '明天'], ['十年'], []])
  })

  it('go on after the page before, through all three parts, whatever was sealed meanwhile', async () => {
    const { token } = await sealed(
      { title: '昨天', days: -1 },
      { title: '上月', days: -30 },
      { title: '准了', days: 900, approved: true },
      { title: '也准了', days: 901, approved: true },
      { title: '明天', days: 2 },
      { title: '十年', days: 3650 },
    )
    for (const pageSize of [1, 2, 4]) {
      const seen: string[] = []
      for (let after: string | undefined, page = 1; after !== ''; page++) {
        const { capsules } = await get(app.url, 'myClosedCapsules', { page, pageSize, after }, { token })
        seen.push(...capsules.data.map(({ long_tag }) => long_tag))
        after = capsules.next
      }
      expect(seen).toEqual(['上月', '昨天', '准了', '也准了', '明天', '十年'])
    }
    const { capsules } = await get(app.url, 'myClosedCapsules', { pageSize: 3 }, { token })
    await seal(app.url, token, textCapsule('<p>x</p>', { long_tag: '新', open_time: inSeconds(DAY_SECONDS) }))
    const then = { page: 2, pageSize: 3, after: capsules.next }
    expect(await titles(token, then)).toEqual(['也准了', '新', '明天'])
    for (const after of ['1_1', '1_1_0', '1_1_4', 'x_1_1'])
      expect(await ask(app.url, 'myClosedCapsules', { after }, { token })).toMatchObject({ code: CODE.badRequest })
  })

  it('are one’s own and nobody else’s, no more of them than were asked for', async () => {
    const one = await sealed({ title: '昨天', days: -1 }, { title: '明天', days: 1 }, { title: '十年', days: 3650 })
    const other = await sealed({ title: '别人的', days: 1 })
    expect(await titles(one.token, { pageSize: 2 })).toEqual(['昨天', '明天'])
    expect(await titles(other.token, { pageSize: 2 })).toEqual(['别人的'])
  })

  it('go on to the last day there is', async () => {
    const { token } = await newPerson(app.url)
    const years = ['2095', '2097', '2099', '2110', '2120']
    for (const year of years)
      await seal(app.url, token, textCapsule('<p>x</p>', { long_tag: year, open_time: `${year}-12-01 00:00:00` }))
    const seen: string[] = []
    for (let after: string | undefined, page = 1; after !== '' && page < 9; page++) {
      const { capsules } = await get(app.url, 'myClosedCapsules', { page, pageSize: 2, after }, { token })
      seen.push(...capsules.data.map(({ long_tag }) => long_tag))
      after = capsules.next
    }
    expect(seen).toEqual(years)
  })

  it('are summed up: how many can be opened, how many wait, what comes next and when the last one does', async () => {
    const { token, ids } = await sealed(
      { title: '昨天', days: -1 },
      { title: '准了', days: 900, approved: true },
      { title: '明天', days: 1 },
      { title: '十年', days: 3650 },
    )
    const summary = await get(app.url, 'closedSummary', {}, { token })
    expect(summary).toMatchObject({ due: 2, due_id: ids.昨天, sealed: 4, next: { id: ids.明天, long_tag: '明天' } })
    expect(summary.next!.open_time < summary.last_time).toBe(true)
  })

  it('that can be opened early come first where none is due', async () => {
    const { token, ids } = await sealed({ title: '准了', days: 900, approved: true })
    const { due, due_id, next, held } = await get(app.url, 'closedSummary', {}, { token })
    expect([due, due_id, next, held]).toEqual([1, ids.准了, null, undefined])
  })

  it('that were approved count as open also when their day came in a pause that is held', async () => {
    const { token, ids } = await sealed({ title: '准了', days: 900, approved: true }, { title: '十年', days: 3650 })
    await comeDue(app.services, ids.准了!, { daysAgo: 10 })
    await startAfter('20 days')
    const { due, due_id, sealed: all, held } = await get(app.url, 'closedSummary', {}, { token })
    expect([due, due_id, all, held]).toEqual([1, ids.准了, 2, 1])
  })

  it('of somebody who has none are nothing', async () => {
    const { token } = await newPerson(app.url)
    const nothing = { due: 0, due_id: '', sealed: 0, next: null, last_time: '' }
    expect(await get(app.url, 'closedSummary', {}, { token })).toEqual(nothing)
  })
})

describe('the address of a capsule in a message', () => {
  const at = (path: string) => fetch(app.url + path, { redirect: 'manual' })

  it('leads to its page, no matter who asks', async () => {
    const { headers } = await at('/c/7')
    expect(headers.get('location')).toBe('/#/subPages/me/capsuleDetail?id=7&isOther=0')
  })

  it.each(['/c/0', '/c/x', '/c/1e3', '/c/12345678901234567'])(
    'that is none leads to the lost page: %s',
    async (path) => {
      expect((await at(path)).headers.get('location')).toMatch(/404/)
    },
  )
})
