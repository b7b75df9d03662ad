import { expect, it } from 'vitest'
import { withApp } from '#test/app.ts'
import { ask, newTel, PASSWORD } from '#test/client.ts'

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

it('an address counts as one however it is spelled', async () => {
  const spellings = ['2001:db8:0:1::a', '2001:0DB8:0000:0001::B', '2001:db8:0:1:0:0:0:c']
  expect(refused(await signIns((i) => spellings[i % 3]!))).toBe(TRIES - 30)
  expect(refused(await signIns((i) => ['198.51.100.4', '::ffff:198.51.100.4'][i % 2]!))).toBe(TRIES - 30)
})

it('an address that is full is turned away until it has room again, and no other', async () => {
  expect(refused(await signIns(() => '203.0.113.50'))).toBe(TRIES - 30)
  expect(refused(await signIns(() => '203.0.113.50'))).toBe(TRIES)
  expect(refused(await signIns((i) => `198.51.100.${100 + i}`))).toBe(0)
})

it('the whole of an IPv6 network counts as one address', async () => {
  expect(refused(await signIns((i) => `2001:db8::${i}`))).toBe(TRIES - 30)
})
