import { expect, it } from 'vitest'
import { inHashingTurn, strangersTurn } from './hashing.ts'

const asker = (address: string) => ({
  address,
  isDeveloper: () => false,
  keys: { hmac: (_purpose: string, text: string) => Buffer.from(text) } as never,
})

it('a crowd of guesses from one address does not stand in front of a sign-in from another', async () => {
  const served: string[] = []
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const guess = (address: string, tel: number) =>
    inHashingTurn(strangersTurn(asker(address), 'guess', String(tel)), async () => {
      served.push(address)
      await held
    })
  const crowd = Array.from({ length: 12 }, (_, tel) => guess('10.2.0.1', tel))
  const other = guess('10.2.0.2', 99)
  // All of them stand where they stand.
  await new Promise(setImmediate)
  letGo()
  await Promise.all([...crowd, other])
  expect(served).toHaveLength(13)
  // Two are looked at in the same moment, and one of the crowd has its turn before it.
  expect(served.indexOf('10.2.0.2')).toBeLessThanOrEqual(3)
})
