import { bytesOfBase64 } from '#contract/bytes.ts'
import { monthNumberText } from '#contract/monthNumbers.ts'
import { isMonth, LAST_MONTH, monthsFrom } from '#contract/months.ts'
import { refuse } from '#server/core/fail.ts'
import { noteAct } from '#server/desk/review/acts.ts'
import type { Services } from '#server/platform/context.ts'
import { moment } from '#server/platform/db/moment.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { developmentNumber } from './developmentNumbers.ts'
import { findMonthKeys, keepMonthKeys, noteProven } from './keptKeys.ts'
import { digestOf, type PublicKeys, readPublicKeys } from './publicKeys.ts'

const REPLACE = '--replace'
const TAKE = 'npm run sunset -- take'
const USAGE = `用法：${TAKE} 公钥文件 恢复单上的公钥摘要`
const NUMBER_USAGE = '用法（仅限开发环境）：npm run sunset -- number 年-月'
const NONE = `还没有取来月钥匙的公钥。${USAGE}`
export const BROKEN = `数据库里的公钥已不是取来的那一份，归档暂时不装未解封的胶囊。查明原因以后再取一次：${TAKE} 公钥文件 恢复单上的公钥摘要 ${REPLACE}`

/**
 * `npm run sunset -- take FILE [DIGEST]`: the public keys of months in that file, whose text is given, become the ones that are wrapped
 * for, once their digest is said as it stands on the sheets. Other keys than those at hand are refused unless `--replace` is said.
 */
export async function takeKeys(services: Services, args: string[], file?: string): Promise<string> {
  if (file === undefined) throw refuse(USAGE)
  const given = readPublicKeys(file)
  if (!given) throw refuse('这不是公钥文件')
  const digest = digestOf(given)
  const [said, ...more] = args.filter((arg) => arg !== REPLACE)
  if (more.length > 0) throw refuse(USAGE)
  if (said === undefined) return toCompare(given, digest)
  if (said.toLowerCase() !== digest) {
    throw refuse(`摘要不符：这份文件的是 ${digest}。没有改动任何东西；请核对恢复单，不要使用来历不明的公钥文件`)
  }
  return takeThese(services, { given, digest, replacing: args.includes(REPLACE) })
}

const monthsOf = ({ from, to }: PublicKeys): string => `${from} 到 ${to}`

const toCompare = (given: PublicKeys, digest: string): string =>
  [
    `公钥文件：${monthsOf(given)}，共 ${monthsFrom(given.from, given.to).length} 个月`,
    `公钥摘要：${digest}`,
    '请与三张恢复单上的“公钥摘要”逐字比对。现在没有改动任何东西；一致的话，把恢复单上的摘要写在后面：',
    `${TAKE} 公钥文件 恢复单上的公钥摘要`,
  ].join('\n')

type Taking = { given: PublicKeys; digest: string; replacing: boolean }

const takeThese = (services: Services, { given, digest, replacing }: Taking): Promise<string> =>
  inTransaction(services.db, async (db) => {
    const { keys } = services
    const before = await findMonthKeys({ db, keys })
    if (before?.isSound && before.row.digest === digest) return `已经是这份公钥，没有改动任何东西：${digest}`
    const taken = {
      first_month: given.from,
      last_month: given.to,
      keys: Buffer.concat(given.keys.map((text) => bytesOfBase64(text)!)),
      digest,
    }
    const isKept = await keepMonthKeys({ db, keys }, taken, { replacing })
    if (!isKept) throw refuse(before?.isSound === false ? BROKEN : whyNotOther(before?.row.digest))
    const act = before ? 'replace' : 'take'
    await noteAct(db, { kind: 'months', target: digest, act, note: noteOf(given, before?.row.digest) })
    const told = `已取来 ${monthsOf(given)} 的公钥，摘要 ${digest}。`
    return before ? `${told}以前做好的归档仍由原来的种子打开：原来的恢复单请继续保管` : told
  })

const noteOf = (given: PublicKeys, before: string | undefined): string =>
  before ? `${monthsOf(given)}，原来的摘要 ${before}` : monthsOf(given)

const whyNotOther = (digest = ''): string =>
  `已经有另一份公钥（摘要 ${digest}），没有改动任何东西。确实要换，请加上 ${REPLACE}；以前做好的归档仍由原来的种子打开`

/** `npm run sunset -- proven`: somebody has put sheets together today (`prove`, away from the server), and they make the seed. */
export const sayProven = ({ db, keys }: Services): Promise<string> =>
  inTransaction(db, async (db) => {
    const kept = await findMonthKeys({ db, keys })
    if (!kept) throw refuse(NONE)
    if (!kept.isSound) throw refuse(BROKEN)
    const { digest, proven_at } = kept.row
    await noteProven(db)
    await noteAct(db, { kind: 'months', target: digest, act: 'proven', note: `上一次 ${moment(proven_at)}` })
    return `已记下：今天核对过恢复单（公钥摘要 ${digest}）。请在一年之内再核对一次`
  })

/** `npm run sunset -- number YYYY-MM`: a number to try an archive with, in development alone. */
export async function showNumber(services: Services, [month = '']: string[]): Promise<string> {
  if (services.config.production) throw refuse('服务器上没有任何月份的数字：种子只在恢复单上')
  if (!isMonth(month) || month > LAST_MONTH) throw refuse(NUMBER_USAGE)
  if (await findMonthKeys(services)) throw refuse('这里取来了公钥，它们的数字只能由恢复单得出')
  return monthNumberText(developmentNumber(services, month))
}
