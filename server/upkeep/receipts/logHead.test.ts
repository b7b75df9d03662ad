import { afterAll, describe, expect, it } from 'vitest'
import { sendNotices } from '#server/capsules/notice/send.ts'
import { withApp } from '#test/app.ts'
import { newPerson, newTel, seal, textCapsule } from '#test/client.ts'
import { nextCheckpoint } from '#test/log.ts'
import { startProviders } from '#test/providers.ts'
import { keepLog } from './keepLog.ts'
import { makeLogHead } from './logHead.ts'

const app = withApp()
const providers = await startProviders(app)
afterAll(providers.close)

/** A process of its own, whose clock can be put on. */
function newProcess() {
  let aheadMs = 0
  let services: ReturnType<typeof providers.servicesWith> | undefined
  const now = () => new Date(Date.now() + aheadMs)
  return {
    wait: (ms: number) => {
      aheadMs += ms
    },
    turn: () => {
      services ??= { ...providers.servicesWith(), logHead: makeLogHead({ db: app.services.db, now }) }
      return sendNotices(services)
    },
  }
}

const newContact = () => ({ tel: newTel(), email: `friend${Math.random().toString(36).slice(2)}@example.com` })

/** Sealed for a contact, who is asked by a letter and an SMS. */
async function sealFor(contact = newContact()) {
  const { token } = await newPerson(app.url)
  await seal(app.url, token, textCapsule('<p>x</p>', { contact }))
  return contact
}
const letterTo = (email: string) => providers.mail.to(email).at(-1)!

async function published(): Promise<string> {
  const [, size, root] = (await (await fetch(`${app.url}/log/checkpoint`)).text()).split('\n')
  return `凭证日志 ${size} · ${root}`
}

describe('the foot of every letter', () => {
  it('says nothing of a log that is empty', async () => {
    await keepLog(app.services)
    expect(await published()).toMatch(/^凭证日志 0 /)
    const { email } = await sealFor()
    await newProcess().turn()
    expect(letterTo(email).text).toContain('https://capsule.test/n/')
    expect(letterTo(email).text).not.toContain('凭证日志')
  })

  it('has the newest published checkpoint, and no SMS has it', async () => {
    const { email, tel } = await sealFor()
    await nextCheckpoint(app.services)
    await newProcess().turn()
    const line = await published()
    expect(line).toMatch(/^凭证日志 [1-9]\d* · [A-Za-z0-9+/]{43}=$/)
    const { text, html } = letterTo(email)
    expect(text.trimEnd().split('\n').at(-1)).toBe(line)
    expect(html).toContain(`>${line}</p></div>`)
    expect(providers.smsTo(tel)).toHaveLength(1)
    expect(JSON.stringify(providers.sms.taken)).not.toContain('凭证日志')
  })

  it('is read from the database once a minute at most', async () => {
    const process = newProcess()
    const [first, second] = [await sealFor(), newContact()]
    await process.turn()
    const line = await published()
    expect(letterTo(first.email).text).toContain(line)
    await sealFor(second)
    await nextCheckpoint(app.services)
    const newer = await published()
    expect(newer).not.toBe(line)
    await process.turn()
    expect(letterTo(second.email).text).toContain(line)
    process.wait(60_000)
    const third = await sealFor()
    await process.turn()
    expect(letterTo(third.email).text).toContain(newer)
  })
})
