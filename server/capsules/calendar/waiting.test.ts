import { expect, it } from 'vitest'
import { WAITING_TITLE } from '#contract/receiver.ts'
import { withApp } from '#test/app.ts'
import { get, newPerson, textCapsule } from '#test/client.ts'
import { tokenIn } from '#test/sent.ts'

const app = withApp()
const SECRET = '只给妈妈看的话'
const HIDDEN = '藏起来的标题'
const dayOf = (token: string) => fetch(`${app.url}/calendar/waiting/${token}.ics`)

it('the day of a waiting capsule is given without a sign-in: until when and where it waits, neither title, words nor sender', async () => {
  const sender = await newPerson(app.url)
  await get(app.url, 'userInfoUpdate', { nickname: '木兰小姐' }, sender)
  const to = { name: '妈妈', show_title: 1 }
  const capsule = textCapsule(`<p>${SECRET}</p>`, { long_tag: HIDDEN, send_word: '寄语', to } as never)
  const { waiting_url } = await get(app.url, 'createTimeCapsule', capsule, sender)
  const token = tokenIn(waiting_url!)
  const answer = await dayOf(token)
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    ...[200, 'text/calendar; charset=utf-8', 'no-store'],
  ])
  const text = (await answer.text()).replaceAll('\r\n ', '')
  expect(text).toContain(`SUMMARY:${WAITING_TITLE}`)
  expect(text).toMatch(new RegExp(`URL:.*/w/${token}`))
  for (const word of [SECRET, HIDDEN, '寄语', '妈妈', '木兰小姐', sender.tel]) expect(text).not.toContain(word)
  const start = capsule.open_time.replaceAll(/[-:]/g, '').slice(9)
  expect(/DTSTART:\d{8}T(\d{6})Z/.exec(text)![1]!.slice(2)).toBe(start.slice(2))

  await get(app.url, 'receiveCapsule', { token }, await newPerson(app.url))
  expect((await dayOf(token)).status).toBe(404)
  expect((await dayOf('x'.repeat(43))).status).toBe(404)
})
