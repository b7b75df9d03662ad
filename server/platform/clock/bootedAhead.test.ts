import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { CLOCK_HELD, TOO_EARLY } from '#contract/unseal.ts'
import { ask, get, inSeconds, newPerson, seal, textCapsule } from '#test/client.ts'
import { lackingForFarSite, makeFarSite } from '#test/farSite.ts'
import { seriesOf } from '#test/metrics.ts'

const DAY_MS = 86_400_000
const lacking = lackingForFarSite()
if (lacking) console.warn(`\n*** A SERVER WITH A CLOCK AHEAD IS NOT TESTED: ${lacking} ***\n`)
const site = makeFarSite()
afterAll(() => site.remove())

const health = async (url: string) => (await fetch(`${url}/health`)).json()
const told = async (url: string, to: string) =>
  ((await (await fetch(`${url}/dev/outbox?to=${to}`)).json()) as { template: string }[]).map(({ template }) => template)
/** Each of these jobs has had its turn since the start. */
const haveRun = (url: string, names: string[]) =>
  expect
    .poll(
      async () => {
        const figures = await seriesOf(url)
        return names.filter((name) => figures.of('job_last_success_timestamp_seconds', { name }) === undefined)
      },
      { timeout: 60_000 },
    )
    .toEqual([])

it.skipIf(lacking)(
  'a machine that boots twenty days ahead opens, tells and erases nothing of these days, and goes on when its time is set',
  { timeout: 180_000 },
  async () => {
    const today = await site.startAt(0)
    const owner = await newPerson(today.url)
    const email = 'ahead@example.com'
    const open_time = inSeconds((10 * DAY_MS) / 1_000)
    const capsule_id = await seal(
      today.url,
      owner.token,
      textCapsule('<p>x</p>', { open_time, contact: { email } } as never),
    )
    const content = [{ type: 0 as const, content: '<p>d</p>', comment: '' }]
    const written = { token: owner.token, key: randomUUID() }
    const { capsule_id: diary } = await get(today.url, 'createDiaryCapsule', { content }, written)
    await get(today.url, 'deleteDiary', { capsule_id: diary }, owner)
    await site.stop()

    const ahead = await site.startAt(20 * DAY_MS)
    await haveRun(ahead.url, ['planNotices', 'sendSms', 'sendLetters', 'sweepDiaries'])
    expect(await health(ahead.url)).toEqual({ status: 'ok', held: 'pause', erasing: 'unconfirmed' })
    expect(await ask(ahead.url, 'unseal', { capsule_id }, owner)).toMatchObject({ code: 2, message: CLOCK_HELD })
    expect(await told(ahead.url, email)).not.toContain('open')
    expect(await told(ahead.url, owner.tel)).not.toContain('openOwner')
    await site.stop()

    const back = await site.startAt(0)
    await haveRun(back.url, ['planNotices', 'sendSms', 'sendLetters', 'sweepDiaries'])
    expect(await health(back.url)).toEqual({ status: 'ok' })
    expect(await ask(back.url, 'unseal', { capsule_id }, owner)).toMatchObject({ code: 2, message: TOO_EARLY })
    expect(await told(back.url, email)).not.toContain('open')
    await get(back.url, 'restoreDiary', { capsule_id: diary }, owner)
    await site.stop()
  },
)
