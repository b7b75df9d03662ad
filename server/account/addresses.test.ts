import { expect, it } from 'vitest'
import { withApp } from '../../test/app.ts'
import { ask, newTel, PASSWORD } from '../../test/client.ts'

const app = withApp({ TRUST_PROXY: '1' })
const TRIES = 40

/** Statuses of as many sign-ins, each from the address our one proxy saw. */
const signIns = (address: (i: number) => string) =>
  Promise.all(
    [...Array(TRIES)].map(async (_, i) => {
      const headers = { 'x-forwarded-for': address(i) }
      return (await ask(app.url, 'login', { tel: newTel(), password: PASSWORD }, { headers })).status
    }),
  )
const refused = (statuses: number[]) => statuses.filter((status) => status === 429).length

it('a flood of sign-ins from one address gets 429 after 30 in a minute', async () => {
  expect(refused(await signIns(() => '203.0.113.7'))).toBe(TRIES - 30)
})

it('an address that the caller made up counts for nothing: the proxy wrote the last one', async () => {
  expect(refused(await signIns((i) => `10.0.0.${i}, 203.0.113.8`))).toBe(TRIES - 30)
})

it('the whole of an IPv6 network counts as one address', async () => {
  expect(refused(await signIns((i) => `2001:db8::${i}`))).toBe(TRIES - 30)
})
