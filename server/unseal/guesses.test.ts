import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { LINK_GONE } from '#contract/unseal.ts'
import { withApp } from '../../test/app.ts'
import { ask, newPerson, seal, textCapsule } from '../../test/client.ts'
import { comeDue } from '../../test/due.ts'
import { linkOf } from '../../test/links.ts'

const app = withApp({ TRUST_PROXY: '1' })
const GUESSES = 10_000
const AT_ONCE = 40
const UNKNOWN_MOST = 120
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

it('many contacts behind one address are all let in at the same moment, a few wrong links among theirs', async () => {
  const link = await dueLink()
  for (let wrong = 0; wrong < UNKNOWN_MOST - 1; wrong++)
    expect(await read(guess(), '203.0.113.65')).toMatchObject({ code: CODE.missing, message: LINK_GONE })
  for (let one = 0; one < CONTACTS; one++) {
    expect(await read(link, '203.0.113.65')).toMatchObject({ status: 200, code: CODE.ok })
    expect(await enter(link, '203.0.113.65')).toMatchObject({ status: 200, code: CODE.ok })
  }
})

it('10,000 guessed tokens from one address are limited, and no other address is', {
  timeout: TWO_MINUTES,
}, async () => {
  const link = await dueLink()

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
  expect(limited).toBe(GUESSES - UNKNOWN_MOST)

  // A flood that is full is turned away before anybody looks whether this one would have been right.
  const refused = await enter(link, '203.0.113.66')
  expect(refused).toMatchObject({ status: 429, code: CODE.tooManyTries })
  expect((refused.data as unknown as { retry_after: number }).retry_after).toBeGreaterThan(0)
  expect(await enter(link, '203.0.113.67')).toMatchObject({ status: 200, code: CODE.ok })
})
