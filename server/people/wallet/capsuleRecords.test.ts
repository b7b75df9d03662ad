import { expect, it } from 'vitest'
import { withApp } from '#test/app.ts'
import { get, newPerson, seal, textCapsule } from '#test/client.ts'
import { give } from '#test/grants.ts'

const app = withApp()

it('lists every movement of the three balances with type, reason, time and count, the newest first, one’s own alone', async () => {
  const [{ token }, other] = [await newPerson(app.url), await newPerson(app.url)]
  await seal(app.url, token, textCapsule('<p>x</p>'))
  await seal(app.url, other.token, textCapsule('<p>x</p>'))
  const { data } = await get(app.url, 'capsuleRecords', {}, { token })
  expect(data[0]).toMatchObject({ capsule_type: 0, reason: '封存时光胶囊', count: 1, is_increase: 0 })
  expect(data[0]!.created_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  const gifts = data.slice(1)
  expect(gifts.map(({ capsule_type }) => capsule_type).sort()).toEqual([0, 1, 2])
  for (const gift of gifts) expect(gift).toMatchObject({ reason: '新人礼包', count: 6, is_increase: 1 })
})

it('comes in pages that miss nothing and repeat nothing', async () => {
  const { token } = await newPerson(app.url)
  const userId = Number((await get(app.url, 'userInfo', {}, { token })).user.id)
  for (let turn = 0; turn < 37; turn++) {
    const amounts = [{ kind: turn % 6 ? ('diary' as const) : ('time' as const), amount: turn + 1 }]
    await give(app.services, userId, amounts, String(turn))
  }
  const pages = await Promise.all([1, 2, 3].map((page) => get(app.url, 'capsuleRecords', { page }, { token })))
  expect(pages.map(({ data }) => data.length)).toEqual([15, 15, 10])
  const reasons = pages.flatMap(({ data }) => data.map(({ reason }) => reason))
  expect(reasons.slice(0, 37)).toEqual([...Array(37)].map((_, turn) => String(36 - turn)))

  const walked: string[] = []
  for (let after: string | undefined, page = 1; after !== ''; page++) {
    const { data, next } = await get(app.url, 'capsuleRecords', { page, pageSize: 4, after }, { token })
    walked.push(...data.map(({ reason }) => reason))
    after = next
    // A record made meanwhile stands before the next page.
    await give(app.services, userId, [{ kind: 'forecast', amount: 1 }], 'meanwhile')
  }
  expect(walked).toEqual(reasons)
})
