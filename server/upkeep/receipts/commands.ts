import { sql } from 'kysely'
import { base64Of, bytesOfBase64, sameBytes } from '#contract/bytes.ts'
import { checkpointIn, readNumber } from '#contract/checkpoint.ts'
import { verifierKeyText } from '#contract/signedNote.ts'
import { formatChina } from '#contract/time.ts'
import { type Fail, refuse } from '#server/core/fail.ts'
import type { Services } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { LogContradiction, reconcile, rootKept } from './againstStore.ts'
import { newestCheckpoint } from './checkpoints.ts'
import { beginLog, currentLog, keysOfLog, type LogRow } from './currentLog.ts'
import { lockSize } from './leaves.ts'
import { placeHere, placeText } from './logPlace.ts'
import { logStore } from './logStore.ts'
import { unpublished, writeAll } from './publish.ts'
import { logKey, signCheckpoint } from './sign.ts'
import { keepSigningKey, makeSigningKey, readSigningKey } from './signingKey.ts'
import { stateOfLog } from './stateOfLog.ts'
import { inTurn, type Taken, takingLog } from './turn.ts'

const NONE = '还没有凭证日志：服务启动并运行之后才有'
const BUSY = '正在签检查点，请过一会儿再试'
const USAGE =
  '用法：npm run log -- confirm 叶数 根哈希（取自已知最新的检查点，例如信件页脚；从来没有过检查点就用 confirm 0）'
const ANEW = '确认无法接续时，用 npm run log -- anew 另起一个新的日志，旧的凭证仍可用旧的公钥核对'

/** How the log stands, for an operator. */
export async function showLog(services: Services): Promise<string> {
  const log = await currentLog(services.db)
  if (!log) return NONE
  const { state, waiting, why } = await stateOfLog(services)
  const newest = await newestCheckpoint(services.db, log.id)
  const checkpoint = newest && checkpointIn(newest.note)
  const keys = await keysOfLog(services.db, log.id)
  return [
    `凭证日志 ${log.origin}，${log.size} 个叶子（其中 ${await countBare(services, log)} 个叶子没有对应的胶囊），等待 ${waiting} 个`,
    checkpoint
      ? `最新检查点：${checkpoint.size} ${base64Of(checkpoint.root)}（${formatChina(checkpoint.seconds * 1000)}，北京时间）`
      : '还没有检查点',
    `公钥：${keys.join('\n      ')}`,
    {
      signing: '正在签。',
      unconfirmed: `没有签：数据库像是恢复或搬来的，还没有人确认由它接续。${USAGE}`,
      halted: `已停下：${why}。${ANEW}`,
    }[state],
  ].join('\n')
}

/** Leaves whose capsules the database has lost. */
async function countBare({ db }: Services, { id, size }: LogRow): Promise<number> {
  const { rows } = await sql<{
    known: number
  }>`select count(*)::int as known from capsule_contents where log = ${id}`.execute(db)
  return size - rows[0]!.known
}

/**
 * Somebody knows the newest checkpoint there ever was, by its size and root, and says that this database goes on: what the
 * store has more is taken back first. Refuses where the database is not that log, or an older one.
 */
export async function confirmLog(services: Services, [count = '', root = '']: string[]): Promise<string> {
  const given = readNumber(count)
  if (given === undefined || (given > 0 && bytesOfBase64(root)?.length !== 32)) throw refuse(USAGE)
  return withLog(services, async (taken) => {
    const store = logStore(services.media.beside, taken.name)
    const stored = await reconcile(services.db, taken, store).catch(refuseContradiction)
    await refuseUnlessKnown(services, taken.id, { size: given, root })
    const newest = await newestCheckpoint(services.db, taken.id)
    if (!stored && newest) await writeAll(services.db, taken, { store, from: 0, next: newest })
    const place = placeText(await placeHere(services))
    await services.db.updateTable('logs').set({ place, halted: null }).where('id', '=', taken.id).execute()
    return showLog(services)
  })
}

/**
 * Nobody has confirmed the log any more: a snapshot that holds the store as well lies where it did, agrees with the store, and may know
 * less than was published. A process that is signing loses its turn.
 */
export async function unconfirmLog({ db }: Pick<Services, 'db'>): Promise<string> {
  const { rows } = await sql<{ origin: string }>`
    update logs set place = '', turn = turn + 1, taken_until = null where id = (select max(id) from logs)
    returning origin`.execute(db)
  return rows.map(({ origin }) => `凭证日志 ${origin} 也停签了，等到 npm run log -- confirm`).join('')
}

async function refuseUnlessKnown(
  { db }: Services,
  id: number,
  { size, root }: { size: number; root: string },
): Promise<void> {
  const log = (await currentLog(db))!
  if (size > log.size)
    throw refuse(`数据库和存储里都只有 ${log.size} 个叶子，没有第 ${size} 个。请换用更新的备份；${ANEW}`)
  if (size > 0 && !sameBytes(await rootKept(db, id, size), bytesOfBase64(root)!))
    throw refuse(`这里的日志在 ${size} 个叶子时是另一个根哈希，与给出的检查点相矛盾。${ANEW}`)
}

const refuseContradiction = (error: unknown): never => {
  throw error instanceof LogContradiction ? refuse(`数据库与存储里的日志相矛盾。${ANEW}`) : error
}

/** Begins another log, under an origin and a key of its own. Receipts of the old one are checked by its keys for ever. */
export async function beginAnew(services: Services): Promise<string> {
  const before = await currentLog(services.db)
  if (!before) throw refuse(NONE)
  const log = await beginLog(services)
  if (log.id === before.id) throw refuse('现在的日志还是空的，不需要另起')
  return showLog(services)
}

/** Another key signs from now on. The last checkpoint is signed by both, so that others see that it is one log. */
export async function takeNewKey(services: Services): Promise<string> {
  const { db, keys, now } = services
  return withLog(services, async (taken) => {
    const newest = await newestCheckpoint(db, taken.id)
    const old = await readSigningKey(db, keys)
    if (!newest || !old || (await unpublished(db, taken))) throw refuse(BUSY)
    const key = makeSigningKey()
    await inTransaction(db, async (db) => {
      await lockSize(db, taken)
      const last = checkpointIn(newest.note)!
      const seconds = Math.max(last.seconds + 1, Math.floor(now().getTime() / 1000))
      const checkpoint = { ...last, seconds }
      const [byOld, byNew] = [signCheckpoint(checkpoint, old), signCheckpoint(checkpoint, key)]
      const note = byOld + byNew.slice(byNew.indexOf('\n\n') + 2)
      const signed_at = new Date(seconds * 1000)
      await db.insertInto('log_checkpoints').values({ log: taken.id, size: newest.size, signed_at, note }).execute()
      await db
        .insertInto('log_keys')
        .values({ log: taken.id, key: verifierKeyText(logKey(taken.origin, key)) })
        .execute()
      await keepSigningKey(db, keys, key)
    })
    return showLog(services)
  })
}

const take = takingLog(() => sql`true`)

async function withLog(services: Services, work: (taken: Taken) => Promise<string>): Promise<string> {
  const [taken] = await take(services.db, {})
  if (!taken) throw await whyNotTaken(services)
  return inTurn(services, taken, () => work(taken))
}

const whyNotTaken = async ({ db }: Services): Promise<Fail> => refuse((await currentLog(db)) ? BUSY : NONE)
