import { afterAll, expect, it } from 'vitest'
import { startApp, stopApp } from '#test/app.ts'
import { ask, get, newPerson, PASSWORD, seal, textCapsule } from '#test/client.ts'
import { lackingForFarSite, makeFarSite } from '#test/farSite.ts'

const lacking = lackingForFarSite()
if (lacking) console.warn(`\n*** 2120 IS NOT TESTED ON A SERVER: ${lacking} ***\n`)

const OPENS = '2120-12-31'
const DAY_AFTER = Date.parse('2121-01-01T09:00:00+08:00')
const QUESTION = { '您的生肖是？': '兔' }

const site = makeFarSite()
afterAll(() => site.remove())

it.skipIf(lacking)(
  'a capsule sealed today until the end of 2120 is told of and opens then, not today',
  {
    timeout: 120_000,
  },
  async () => {
    const today = await site.startAt(0)
    const owner = await newPerson(today.url)
    const words = { send_word: '一百年后的人，你好', key_answer: QUESTION }
    const capsule_id = await seal(
      today.url,
      owner.token,
      textCapsule('<p>今天下雪了</p>', { open_time: OPENS, ...words }),
    )
    const early = await ask(today.url, 'unseal', { capsule_id, key_answer: QUESTION }, { token: owner.token })
    expect(early).toMatchObject({ message: '还没有到解封时间' })
    await site.stop()

    const then = await site.startAt(DAY_AFTER - Date.now())
    // Ninety years without the process: nothing opens until somebody has looked at the clock.
    const signIn = { tel: owner.tel, password: PASSWORD, agreement_version: undefined }
    const { token } = await get(then.url, 'login', signIn)
    const open = () => ask(then.url, 'unseal', { capsule_id, key_answer: QUESTION }, { token })
    expect(await open()).toMatchObject({ message: '系统正在核对时间，请稍后再解封' })
    expect((await then.clock('confirm')).stdout).toContain('2121-01-01')
    const told = async () =>
      ((await (await fetch(`${then.url}/dev/outbox?to=${owner.tel}`)).json()) as { template: string }[]).map(
        ({ template }) => template,
      )
    await expect.poll(told, { timeout: 15_000 }).toContain('openOwner')
    expect(await open()).toMatchObject({ code: 1000 })
    const { capsule } = await get(then.url, 'capsuleDetail', { capsule_id }, { token })
    expect(capsule).toMatchObject({
      open_time: '2120-12-31 23:59:59',
      open_at: expect.stringMatching(/^2121-01-01 09:/),
      send_word: words.send_word,
      capsule_content: { content: [{ content: '<p>今天下雪了</p>' }] },
    })
    await site.stopServer()
    // Read today again, whose clock is behind it: every invariant holds.
    const { DATA_DIR, DATABASE_URL } = then.env
    await stopApp(await startApp({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL || undefined }))
  },
)
