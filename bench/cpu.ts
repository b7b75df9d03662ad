import { setTimeout as delay } from 'node:timers/promises'
import { TYPE } from '#contract/capsule.ts'
import { lockContent } from '#server/capsules/capsule/stored.ts'
import { findCaller } from '#server/people/account/sessions.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { ITEMS, peopleOf, tokenOf, WORDS, type World } from './world.ts'

/** µs CPU of one check by `findCaller`: of a caller it knows from the last second, and of a caller it must look up. */
export type SignIn = { knownMicros: number; lookUpMicros: number }

const KNOWN = 300_000
const LOOK_UPS = 300
const AT_ONCE = 32
/** A fresh process runs code that is not compiled yet; the cost in a serving process shows after some thousand runs. */
const WARM_UP_ROUNDS = 12
const LOOK_UP_ROUNDS = 3
/** A known caller is looked up again after a second (sessions.ts). */
const FORGOTTEN_AFTER_MS = 1_050
const ENCRYPTIONS = 20_000
const OPENS = '2036-01-01 00:00:00'

export async function signInCost(db: Db, world: World): Promise<SignIn> {
  const everyone = Array.from({ length: Math.min(LOOK_UPS, peopleOf(world)) }, (_, index) => bearer(index + 1))
  let lookUpMicros = 0
  for (let round = -WARM_UP_ROUNDS; round < LOOK_UP_ROUNDS; round++) {
    const micros = await cost(everyone.length, () => lookUp(db, everyone))
    if (round >= 0) lookUpMicros += micros / LOOK_UP_ROUNDS
    await delay(FORGOTTEN_AFTER_MS)
  }
  const knownMicros = await cost(KNOWN, async () => {
    for (let time = 0; time < KNOWN; time++) await findCaller(db, everyone[time % AT_ONCE])
  })
  return { knownMicros, lookUpMicros }
}

/** µs CPU to encrypt one capsule of about 1 kB. */
export async function encryptionCost(keys: Keys): Promise<number> {
  const value = { content: ITEMS, send_word: WORDS, description: '' }
  return cost(ENCRYPTIONS, async () => {
    for (let id = 1; id <= ENCRYPTIONS; id++) lockContent(keys, { id, owner: 1, type: TYPE.time, opens: OPENS }, value)
  })
}

const bearer = (userId: number): string => `Bearer ${tokenOf(userId)}`

async function lookUp(db: Db, everyone: string[]): Promise<void> {
  for (let at = 0; at < everyone.length; at += AT_ONCE) {
    await Promise.all(everyone.slice(at, at + AT_ONCE).map((one) => findCaller(db, one)))
  }
}

async function cost(times: number, work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / times
}
