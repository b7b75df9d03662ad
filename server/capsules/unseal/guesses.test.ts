import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { LINK_GONE } from '#contract/unseal.ts'
import { withApp } from '#test/app.ts'
import { ask, newPerson, seal, textCapsule } from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { linkOf } from '#test/links.ts'
import { rounds } from '#test/thorough.ts'

const app = withApp({ TRUST_PROXY: '1' })
const GUESSES = rounds(10_000)
const AT_ONCE = 40
const UNKNOWN_MOST = 30
const MINUTE = 60_000
const CONTACTS = 130
const TWO_MINUTES = 120_000

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const guess = () => randomBytes(32).toString('base64url')

async function dueLink(): Promise<string> {
  const { token } = await newPerson(app.url)
  const capsule_id = await seal(app.url, token, textCapsule('<p>x</p>', { contact: { email: 'friend@example.com' } }))
  await comeDue(app.services, capsule_id)
  return linkOf(app.services, capsule_id)
}
const read = (unseal_token: string, address: string) => ask(app.url, 'getInfoByToken', { unseal_token }, from(address))
const enter = (unseal_token: string, address: string) => ask(app.url, 'unsealByToken', { unseal_token }, from(address))

it('many contacts behind one address are all let in at the same moment, a few wrong links among theirs', {
  timeout: TWO_MINUTES,
}, async () => {
  const link = await dueLink()
  for (let wrong = 0; wrong < UNKNOWN_MOST - 1; wrong++)
    expect(await read(guess(), '203.0.113.65')).toMatchObject({ code: CODE.missing, message: LINK_GONE })
  for (let one = 0; one < CONTACTS; one++) {
    expect(await read(link, '203.0.113.65')).toMatchObject({ status: 200, code: CODE.ok })
    expect(await enter(link, '203.0.113.65')).toMatchObject({ status: 200, code: CODE.ok })
  }
})

it(`${GUESSES} guessed tokens from one address are limited, and no other address is`, {
  timeout: TWO_MINUTES,
}, async () => {
  const link = await dueLink()

  const began = performance.now()
  let limited = 0
  let left = GUESSES
  async function guessOn() {
    while (left-- > 0) {
      const name = left % 2 ? 'getInfoByToken' : 'unsealByToken'
      const { status, code, message } = await ask(app.url, name, { unseal_token: guess() }, from('203.0.113.66'))
      if (status === 429) limited += 1
      else expect({ code, message }).toEqual({ code: CODE.missing, message: LINK_GONE })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, guessOn))
  const minutes = Math.ceil((performance.now() - began) / MINUTE)
  expect(limited).toBeLessThanOrEqual(GUESSES - UNKNOWN_MOST)
  expect(limited).toBeGreaterThanOrEqual(GUESSES - UNKNOWN_MOST * minutes)

  // A flood that is full is turned away before anybody looks whether this one would have been right.
  const refused = await enter(link, '203.0.113.66')
  expect(refused).toMatchObject({ status: 429, code: CODE.tooManyTries })
  expect((refused.data as unknown as { retry_after: number }).retry_after).toBeGreaterThan(0)
  expect(await enter(link, '203.0.113.67')).toMatchObject({ status: 200, code: CODE.ok })
})

/** Every way in for a person with a link; the status and the wait with which each answers a guess. */
const DOORS: Record<string, (guessed: string, headers: Record<string, string>) => Promise<Response>> = {
  'of a contact, read': (unseal_token, headers) => post('getInfoByToken', { unseal_token }, headers),
  'of a contact, to open': (unseal_token, headers) => post('unsealByToken', { unseal_token }, headers),
  'that asks a contact, read': (token, headers) => post('contactAsker', { token: token.slice(0, 12) }, headers),
  'that asks a contact, yes': (token, headers) => post('confirmContact', { token: token.slice(0, 12) }, headers),
  'that asks a contact, no': (token, headers) => post('stopContact', { token: token.slice(0, 12) }, headers),
  'that asks a contact, no more letters': (token, headers) =>
    fetch(`${app.url}/n/${token.slice(0, 12)}`, { method: 'POST', headers }),
  'that was shared': (token, headers) => post('capsuleDetail', { capsule_id: '1', token }, headers),
  'of a calendar': (token, headers) => fetch(`${app.url}/calendar/feed/${token}.ics`, { headers }),
  'of one date': (token, headers) =>
    fetch(`${app.url}/calendar/event/9999999999.${token.slice(0, 32)}/1.ics`, { headers }),
}
const post = (name: CallName, input: object, headers: Record<string, string>) =>
  fetch(app.url + calls[name].path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(input),
  })

it.each(Object.entries(DOORS))('guesses at a link %s are 30 a minute, then 429 with Retry-After', async (_, open) => {
  const headers = { 'x-forwarded-for': `203.0.113.${100 + Object.values(DOORS).indexOf(open)}` }
  const guessed: number[] = []
  for (let i = 0; i < UNKNOWN_MOST; i++) guessed.push((await open(guess(), headers)).status)
  expect(guessed).not.toContain(429)
  const refused = await open(guess(), headers)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

it('guesses at links of different kinds count together, and full is full for all of them', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.90' }
  const doors = Object.values(DOORS)
  for (let i = 0; i < UNKNOWN_MOST; i++)
    expect((await doors[i % doors.length]!(guess(), headers)).status, `guess ${i}`).not.toBe(429)
  for (const open of doors) expect((await open(guess(), headers)).status).toBe(429)
})
