import { expect, it } from 'vitest'
import { EVENT_TITLE } from '#contract/calendar.ts'
import { formatChina, parseChina } from '#contract/time.ts'
import { ALREADY_OPEN } from '#contract/unseal.ts'
import { withApp } from '#test/app.ts'
import { ask, foretold, forgetSends, get, inSeconds, newCode, newPerson, seal, textCapsule } from '#test/client.ts'
import { feedHash } from './address.ts'

const app = withApp({ TRUST_PROXY: '1' })
const PLANTED = 'marigold-2207'
const CONTACT = 'marigold@nowhere.example'
const SECRETS = [PLANTED, CONTACT, '属兔']
const OPENS = '2031-05-01 08:00:00'
const DAY_MS = 86_400_000

type Person = Awaited<ReturnType<typeof newPerson>>

/** A capsule with the planted word wherever one can be put. */
const planted = (open_time = OPENS) =>
  textCapsule(`<p>${PLANTED}</p>`, {
    open_time,
    long_tag: PLANTED,
    description: PLANTED,
    send_word: PLANTED,
    key_answer: { '您的生肖是？': '属兔' },
    contact: { email: CONTACT },
  })

const fetched = async (address: string, headers: Record<string, string> = {}) => {
  const response = await fetch(new URL(address, app.url), { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const eventOf = async ({ token }: Person, capsule_id: string) =>
  fetched((await get(app.url, 'calendarEvent', { capsule_id }, { token })).url)
const makeFeed = async ({ token }: Person) => (await get(app.url, 'renewCalendarFeed', {}, { token })).url
const feedUrl = async ({ token }: Person) => (await get(app.url, 'calendarFeed', {}, { token })).url

/** The values of this property, in their order. */
const valuesOf = (text: string, property: string) =>
  text.split('\r\n').flatMap((line) => (line.startsWith(`${property}:`) ? [line.slice(property.length + 1)] : []))
const instant = (china: string) =>
  `${parseChina(china)!
    .toISOString()
    .replaceAll(/[-:]|\.000/g, '')}`

/** As if this process' clock were so much later. */
async function laterBy<T>(ms: number, act: () => Promise<T>): Promise<T> {
  const { now } = app.services
  app.services.now = () => new Date(now().getTime() + ms)
  try {
    return await act()
  } finally {
    app.services.now = now
  }
}

async function opened(person: Person): Promise<string> {
  const capsule_id = await seal(app.url, person.token, textCapsule('<p>x</p>', { open_time: inSeconds(2) }))
  const unseal = async () => (await ask(app.url, 'unseal', { capsule_id }, person)).code
  await expect.poll(unseal, { timeout: 10_000 }).toBe(1000)
  return capsule_id
}

it('加入系统日历 gives the open time with an alarm on the day and the day before, and nothing of what was sealed', async () => {
  const owner = await newPerson(app.url)
  const id = await seal(app.url, owner.token, planted())
  const { status, headers, text } = await eventOf(owner, id)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(headers.get('content-disposition')).toMatch(/^inline; filename="[\w-]+\.ics"$/)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(valuesOf(text, 'DTSTART')).toEqual([instant(OPENS)])
  expect(valuesOf(text, 'DTEND')).toEqual([instant('2031-05-01 08:15:00')])
  expect(valuesOf(text, 'SUMMARY')).toEqual([EVENT_TITLE])
  expect(valuesOf(text, 'TRIGGER')).toEqual(['PT0S', '-P1D'])
  expect(text.replaceAll('\r\n ', '')).toContain(`URL:${app.url}/#/subPages/me/capsuleDetail?id=${id}`)
  for (const secret of SECRETS) expect(text).not.toContain(secret)
})

it('an entry never runs into the next day, and has no alarm for a day before that is over', async () => {
  const owner = await newPerson(app.url)
  const tonight = `${formatChina(Date.now() + DAY_MS / 2).slice(0, 10)} 23:59:59`
  const id = await seal(app.url, owner.token, planted(tonight))
  const { text } = await laterBy(parseChina(tonight)!.getTime() - Date.now() - 60_000, () => eventOf(owner, id))
  expect(parseChina(tonight)!.getTime() + 1_000).toBe(Date.parse(isoOf(valuesOf(text, 'DTEND')[0]!)))
  expect(valuesOf(text, 'TRIGGER')).toEqual(['PT0S'])
})
const isoOf = (basic: string) => basic.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5')

it('only the owner of a sealed capsule is given its address', async () => {
  const [owner, stranger] = [await newPerson(app.url), await newPerson(app.url)]
  const capsule_id = await seal(app.url, owner.token, planted())
  const theirs = await ask(app.url, 'calendarEvent', { capsule_id }, stranger)
  const none = await ask(app.url, 'calendarEvent', { capsule_id: '999999999' }, stranger)
  expect([theirs.code, theirs.text]).toEqual([1004, none.text])
  const draft = await get(app.url, 'createTimeDraft', { content: textCapsule('<p>x</p>').content }, owner)
  expect((await ask(app.url, 'calendarEvent', draft, owner)).code).toBe(1004)
  expect((await ask(app.url, 'calendarEvent', { capsule_id })).code).toBe(2004)
})

it('an opened capsule is for no calendar any more: 该胶囊已经解封', async () => {
  const owner = await newPerson(app.url)
  const capsule_id = await opened(owner)
  expect(await ask(app.url, 'calendarEvent', { capsule_id }, owner)).toMatchObject({ code: 2, message: ALREADY_OPEN })
})

it('the address of an entry is good for ten minutes and for that capsule alone', async () => {
  const owner = await newPerson(app.url)
  const [one, other] = [await seal(app.url, owner.token, planted()), await seal(app.url, owner.token, planted())]
  const { url } = await get(app.url, 'calendarEvent', { capsule_id: one }, owner)
  const turned = url.replace(/\.(.)/, (_, first) => `.${first === 'A' ? 'B' : 'A'}`)
  for (const wrong of [url.replace(`${one}.ics`, `${other}.ics`), turned, '/calendar/event/9999999999/1.ics'])
    expect((await fetched(wrong)).status).toBe(404)
  const statusIn = (seconds: number) => laterBy(seconds * 1000, async () => (await fetched(url)).status)
  expect([await statusIn(590), await statusIn(601)]).toEqual([200, 404])
})

it('the feed has the open time of every sealed capsule of its owner, each by the name it has alone', async () => {
  const [owner, stranger] = [await newPerson(app.url), await newPerson(app.url)]
  const first = await seal(app.url, owner.token, planted('2030-01-01 00:00:00'))
  const prediction = { ...foretold(PLANTED), open_time: '2029-01-01 00:00:00' }
  const second = (await get(app.url, 'createForecastCapsule', prediction, owner)).capsule_id
  const { content } = textCapsule(PLANTED)
  const diary = { content, open_time: '2031-01-01 00:00:00', key_answer: { '您的生肖是？': '属兔' } }
  const third = (await get(app.url, 'createDiaryCapsule', diary, owner)).capsule_id
  await get(app.url, 'createDiaryCapsule', { content }, owner)
  await opened(owner)
  await seal(app.url, stranger.token, planted('2032-01-01 00:00:00'))

  expect(await feedUrl(owner)).toBe('')
  const url = await makeFeed(owner)
  expect(await feedUrl(owner)).toBe(url)
  const { status, headers, text } = await fetched(url)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(headers.get('cache-control')).toBe('no-store')
  expect(valuesOf(text, 'DTSTART')).toEqual(['2029', '2030', '2031'].map((year) => instant(`${year}-01-01 00:00:00`)))
  const alone = await Promise.all([second, first, third].map((id) => eventOf(owner, id)))
  const names = valuesOf(text, 'UID')
  expect(names).toEqual(alone.flatMap((event) => valuesOf(event.text, 'UID')))
  expect(new Set(names).size).toBe(3)
  expect(valuesOf(text, 'SUMMARY')).toEqual([EVENT_TITLE, EVENT_TITLE, EVENT_TITLE])
  for (const secret of SECRETS) expect(text).not.toContain(secret)
  // The text that calendars compare is the same at each fetch.
  expect((await fetched(url)).text).toBe(text)
})

it('another address for the feed ends the one before at once, and ending it leaves none', async () => {
  const owner = await newPerson(app.url)
  const first = await makeFeed(owner)
  const second = await makeFeed(owner)
  expect([(await fetched(first)).status, (await fetched(second)).status]).toEqual([404, 200])
  await get(app.url, 'endCalendarFeed', {}, owner)
  expect([(await fetched(second)).status, await feedUrl(owner)]).toEqual([404, ''])
  const third = await makeFeed(owner)
  expect(new Set([first, second, third]).size).toBe(3)
  expect((await fetched(third)).status).toBe(200)
})

it('only a hash of its secret is kept', async () => {
  const owner = await newPerson(app.url)
  const token = /feed\/(.+)\.ics/.exec(await makeFeed(owner))![1]!
  const rows = await app.services.db.selectFrom('calendar_feeds').selectAll().execute()
  const kept = rows.map(({ token_hash }) => token_hash?.toString('base64url'))
  expect(kept.filter(Boolean)).not.toEqual([])
  expect(kept).not.toContain(token)
})

it('the feed of a closed account is gone, also one that was being made meanwhile', async () => {
  const owner = await newPerson(app.url)
  const url = await makeFeed(owner)
  const row = await app.services.db
    .selectFrom('calendar_feeds')
    .selectAll()
    .where('token_hash', '=', hashOf(url))
    .executeTakeFirstOrThrow()
  await forgetSends(app.services.db, owner.tel)
  await get(app.url, 'cancelAccount', { captcha: await newCode(app.url, owner.tel, owner) }, owner)
  expect((await fetched(url)).status).toBe(404)
  await app.services.db
    .insertInto('calendar_feeds')
    .values(row)
    .onConflict((at) => at.doNothing())
    .execute()
  expect((await fetched(url)).status).toBe(404)
})
const hashOf = (url: string) => feedHash(/feed\/(.+)\.ics/.exec(url)![1]!)

it('guesses from one address are limited; calendars of that address and others go on', async () => {
  const url = await makeFeed(await newPerson(app.url))
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const guess = (index: number) => `/calendar/feed/${String(index).padStart(43, '0')}.ics`
  const statuses = []
  for (let index = 0; index < 40; index++) statuses.push((await fetched(guess(index), from('203.0.113.7'))).status)
  expect(statuses).toEqual([...Array(30).fill(404), ...Array(10).fill(429)])
  expect((await fetched(url, from('203.0.113.7'))).status).toBe(200)
  expect((await fetched(guess(0), from('203.0.113.8'))).status).toBe(404)
})
