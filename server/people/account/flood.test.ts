import { beforeAll, describe, expect, it, vi } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { withApp } from '#test/app.ts'
import { type Answer, ask, md5, newCode, newPerson, newTel, PASSWORD, seal, textCapsule } from '#test/client.ts'
import { comeDue } from '#test/due.ts'

/** The real one, where guesses do not end until they are let go. */
const { slow } = vi.hoisted(() => ({ slow: { held: Promise.resolve(), guessed: undefined as unknown } }))
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>()
  const verify: typeof argon2.verify = async (stored, secret) => {
    slow.guessed ??= secret
    if (secret === slow.guessed) await slow.held
    return argon2.verify(stored, secret)
  }
  return { ...argon2, verify }
})

/** No guess ends until the returned function is called. */
function holdGuesses(): () => void {
  let letGo = () => {}
  slow.held = new Promise((resolve) => {
    letGo = resolve
  })
  return letGo
}

const app = withApp({ TRUST_PROXY: '1' })
beforeAll(async () => {
  // The first secret that is looked at is the one they all guess.
  await guess('10.2.0.1')
})
const GUESSES = 300
/** Guesses that are looked at in the same moment. */
const AT_ONCE = 2
const TWO_MINUTES = 120_000
const WRONG = md5('not this one')

type Guess = Answer & { retryAfter: number }

/** A wrong password of an unknown number, from this address. */
async function guess(address: string): Promise<Guess> {
  const response = await fetch(`${app.url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ tel: newTel(), password: WRONG }),
  })
  const text = await response.text()
  const { status, headers } = response
  return {
    ...JSON.parse(text),
    status,
    text,
    retryAfter: Number(headers.get('retry-after')),
  }
}

/** So many guesses at once; how many are still to be answered, and all of them. */
function guesses(count: number, addressOf: (i: number) => string) {
  const crowd = { left: count, all: [] as Promise<Guess>[] }
  crowd.all = Array.from({ length: count }, (_, i) =>
    guess(addressOf(i)).finally(() => {
      crowd.left -= 1
    }),
  )
  return crowd
}
const everywhere = (i: number) => `10.1.${i >> 8}.${i & 255}`

describe('three hundred sign-ins at once from as many addresses', { timeout: TWO_MINUTES }, () => {
  it('are answered or shed with 503 and Retry-After, and none waits on for its turn when those before it do not end', async () => {
    const letGo = holdGuesses()
    const crowd = guesses(GUESSES, everywhere)
    await expect.poll(() => crowd.left, { timeout: TWO_MINUTES }).toBe(AT_ONCE)
    letGo()
    const answers = await Promise.all(crowd.all)
    const answered = answers.filter(({ status }) => status === 200)
    const shed = answers.filter(({ status }) => status === 503)
    expect([answered.length, shed.length]).toEqual([AT_ONCE, GUESSES - AT_ONCE])
    expect(answered.every(({ code }) => code === CODE.refused)).toBe(true)
    expect(shed.every(({ code, retryAfter }) => code === CODE.fault && retryAfter > 0)).toBe(true)
    expect(await guess('10.2.0.1')).toMatchObject({ status: 200, code: CODE.refused })
  })

  it('hold up neither an opening with answers, nor a registration, nor who is signed in', async () => {
    const owner = await newPerson(app.url)
    const sealed = textCapsule('<p>x</p>', { key_answer: { 宠物: '小白' } })
    const capsule_id = await seal(app.url, owner.token, sealed)
    await comeDue(app.services, capsule_id)
    const tel = newTel()
    const captcha = await newCode(app.url, tel)
    const letGo = holdGuesses()
    const crowd = guesses(GUESSES, everywhere)
    await expect.poll(() => crowd.left).toBeLessThan(GUESSES)
    const calls = [
      ask(app.url, 'unseal', { capsule_id, key_answer: { 宠物: '小白' } }, owner),
      ask(app.url, 'register', { tel, password: PASSWORD, captcha }),
      ask(app.url, 'proveAgain', { password: PASSWORD }, owner),
    ]
    expect((await Promise.all(calls)).map(({ code }) => code)).toEqual([CODE.ok, CODE.ok, CODE.ok])
    expect(crowd.left).toBeGreaterThan(0)
    letGo()
    await Promise.all(crowd.all)
  })

  it('leave a person in on a device they have signed in on', async () => {
    const { tel } = await newPerson(app.url, { gift: false })
    const first = await signIn(tel)
    const letGo = holdGuesses()
    const crowd = guesses(GUESSES, everywhere)
    await expect.poll(() => crowd.left).toBeLessThan(GUESSES)
    expect((await signIn(tel, first.cookie)).code).toBe(CODE.ok)
    expect(crowd.left).toBeGreaterThan(0)
    letGo()
    await Promise.all(crowd.all)
  })
})

async function signIn(tel: string, cookie = '') {
  const response = await fetch(`${app.url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.3.0.1', cookie },
    body: JSON.stringify({ tel, password: PASSWORD }),
  })
  const { code } = (await response.json()) as Answer
  return { code, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}
