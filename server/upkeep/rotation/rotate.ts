import { setTimeout as pause } from 'node:timers/promises'
import { refuse } from '#server/core/fail.ts'
import type { Services } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { bindToCurrent, boundKey, retireOthers } from '#server/platform/keys/keyring.ts'
import { type Keys, takeUp } from '#server/platform/keys/keys.ts'
import { makeNextMaster } from '#server/platform/keys/place.ts'
import { relockSigningKey } from '#server/upkeep/receipts/signingKey.ts'
import { BROKEN } from '#server/upkeep/sunset/commands.ts'
import { remakeMac } from '#server/upkeep/sunset/keptKeys.ts'
import { BOXES, boxesOf } from './boxes.ts'
import { envelopes } from './envelopes.ts'
import { type Relocked, relockAll } from './relock.ts'
import { uploads } from './uploads.ts'

/** Rows locked with the former key that are on their way into the database are let in for this long. */
const UNDER_WAY_MS = 1_000

const running = new WeakMap<Keys, Promise<string>>()

/**
 * `npm run keys -- rotate`: a new master key where it lies in a file, and everything that an older one locks locked anew, while
 * people go on. Run again, it goes on where it was ended, or waits for the run that is under way.
 */
export function rotateKeys(services: Services): Promise<string> {
  const { keys } = services
  const run = running.get(keys) ?? rotate(services).finally(() => running.delete(keys))
  running.set(keys, run)
  return run
}

async function rotate({ db, keys, config, log, whyNoWrites }: Services): Promise<string> {
  const noWrites = await whyNoWrites()
  if (noWrites) throw refuse(`现在不能轮换主密钥：${noWrites}`)
  if ((await boundKey(db)) === keys.fingerprint) takeUp(keys, await makeNextMaster(config, keys))
  log.info({ fingerprint: keys.fingerprint }, 'everything is locked anew with another master key')
  await pause(UNDER_WAY_MS)
  await inTransaction(db, (db) => retireOthers(db, keys))
  const kinds = [...BOXES.map(boxesOf), uploads, envelopes]
  const relocked = await relockAll({ db, keys, log }, kinds)
  const areMonthsSound = await inTransaction(db, async (db) => {
    await relockSigningKey(db, keys)
    const isSound = await remakeMac(db, keys)
    await bindToCurrent(db, keys)
    return isSound
  })
  const told = toldOf(keys, relocked)
  return areMonthsSound ? told : `${told}\n月钥匙：${BROKEN}`
}

function toldOf({ fingerprint, others }: Keys, { done, broken }: Relocked): string {
  const old = others.map((lock) => lock.fingerprint).join('、')
  return [
    `主密钥已轮换，现在的指纹是 ${fingerprint}。重新加锁 ${done} 项。`,
    ...(broken.length > 0 ? [`有 ${broken.length} 项用哪把主密钥都打不开，保持原样：${broken.join('、')}`] : []),
    `旧的主密钥（指纹 ${old}）请另外留好：轮换以前的备份只有它能打开。`,
    '请为新的主密钥打印恢复单：npm run keys -- split 2 3',
  ].join('\n')
}
