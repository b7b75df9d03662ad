import { randomBytes, randomInt } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sameBytes } from '#contract/bytes.ts'
import { monthNumberText } from '#contract/monthNumbers.ts'
import { isMonth, LAST_MONTH, monthBefore, monthsFrom } from '#contract/months.ts'
import { chinaDay } from '#contract/time.ts'
import { refuse } from '#server/core/fail.ts'
import { joinSheets, splitKey } from '#server/platform/keys/sheets.ts'
import { numberOfSeed, publicKeyOf } from './monthKeys.ts'
import { digestOf, keyOfMonth, makePublicKeys, type PublicKeys, readPublicKeys } from './publicKeys.ts'
import { SEED_ON_PAPER } from './seedOnPaper.ts'

const FILE = 'month-keys.json'
const BETWEEN_SHEETS = `\n\n${'— '.repeat(30)}\n\n`
const [NEEDED, SHEETS] = [2, 3]
/** Months whose keys are made again of the sheets, beside the first and the last. */
const PROVEN = 5
const TIMEOUT_MS = 10_000
const APART_MS = 5 * 60_000
const USAGE = [
  '用法（在运营者自己的电脑上，不需要服务器）：',
  'npm run sunset -- keys --to 文件夹：造种子，打印三张恢复单，写出公钥文件',
  'npm run sunset -- prove [--keys 公钥文件] [恢复单文件……]：核对恢复单',
  'npm run sunset -- release [年-月] --time 网址 [恢复单文件……]：公布已经结束的月份的数字',
  '在服务器上：',
  'npm run sunset -- take 公钥文件 [恢复单上的公钥摘要] [--replace]：取来公钥',
  'npm run sunset -- proven：记下今天核对过恢复单',
  'npm run sunset -- plan、announce、readonly、refund、archives：停止运营的各个步骤',
].join('\n')

/** The world outside, as the command finds it: sheets from paper, its own clock, its screen beside the answer. */
export type Desk = { typed: () => Promise<string>; now: () => Date; say: (line: string) => void }

/** The commands that know the seed: they run on any machine, without a server, its settings, its database or its key. */
const OFFLINE: Record<string, (args: string[], desk: Desk) => Promise<string>> = {
  keys: makeKeys,
  prove: proveSheets,
  release: releaseNumber,
}

export async function runOffline([how = '', ...args]: string[], desk: Desk): Promise<string> {
  const run = Object.hasOwn(OFFLINE, how) ? OFFLINE[how]! : undefined
  if (!run) throw refuse(USAGE)
  return run(args, desk)
}

const OPTIONS = { to: { type: 'string' }, keys: { type: 'string' }, time: { type: 'string' } } as const

function read(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true })
  } catch {
    throw refuse(USAGE)
  }
}

/** A new seed: its sheets are printed, its public keys written. The seed itself is kept nowhere. */
async function makeKeys(args: string[], { now, say }: Desk): Promise<string> {
  const { to } = read(args).values
  if (!to) throw refuse(USAGE)
  const seed = randomBytes(32)
  say('正在造公钥……')
  const keys = makePublicKeys(seed, thisMonth(now()))
  const digest = digestOf(keys)
  const sheets = await splitKey(SEED_ON_PAPER, seed, { needed: NEEDED, sheets: SHEETS, more: [digestLine(digest)] })
  for (const without of sheets) {
    const joined = await joinSheets(SEED_ON_PAPER, sheets.filter((sheet) => sheet !== without).join('\n'))
    if (!joined.equals(seed)) throw new Error('the sheets do not make the seed again')
  }
  await writeNew(join(to, FILE), JSON.stringify(keys))
  return [
    sheets.join(BETWEEN_SHEETS),
    `\n已核对：任意 ${NEEDED} 张都能恢复种子。请打印后分给三个人保管；屏幕和打印机里不要留下副本。`,
    `公钥文件：${join(to, FILE)}（${keys.from} 到 ${keys.to}，可以公开），请妥善保存。`,
  ].join('\n')
}

const digestLine = (digest: string): string => `公钥摘要：${digest}`

const writeNew = (path: string, text: string): Promise<void> =>
  writeFile(path, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw refuse(error.code === 'EEXIST' ? `${path} 已经有了，没有改动它` : `写不了 ${path}：${error.code}`)
  })

/** Once a year: the sheets make a seed, and with the file at hand the keys of some months are made again of it. */
async function proveSheets(args: string[], desk: Desk): Promise<string> {
  const { values, positionals } = read(args)
  const seed = await seedOf(positionals, desk)
  const told = `恢复单有效：种子指纹 ${SEED_ON_PAPER.fingerprintOf(seed)}。`
  if (!values.keys) return `${told}要连公钥一起核对，请加上 --keys 公钥文件`
  const keys = readPublicKeys(await readText(values.keys))
  if (!keys) throw refuse(`${values.keys} 不是公钥文件`)
  const wrong = monthsToProve(keys).find((month) => !isKeyOf(seed, keys, month))
  if (wrong) throw refuse(`公钥文件里 ${wrong} 的公钥不是这份种子的`)
  return `${told}公钥文件是它的，${digestLine(digestOf(keys))}（请与恢复单上的比对）`
}

function monthsToProve({ from, to }: PublicKeys): string[] {
  const months = monthsFrom(from, to)
  const some = Array.from({ length: PROVEN }, () => months[randomInt(months.length)]!)
  return [from, to, ...some]
}

const isKeyOf = (seed: Buffer, keys: PublicKeys, month: string): boolean =>
  sameBytes(publicKeyOf(numberOfSeed(month, seed)), keyOfMonth(keys, month)!)

/**
 * The one number that opens what was due up to the end of a month, the last one by default. Refuses a month that has not ended in
 * China by this machine's clock and by another one, which guards against mistakes and not against those who hold the sheets.
 */
async function releaseNumber(args: string[], desk: Desk): Promise<string> {
  const { values, positionals } = read(args)
  if (!values.time) throw refuse(USAGE)
  const ended = monthBefore(thisMonth(await trustedNow(values.time, desk.now())))
  const [first] = positionals
  const month = first && isMonth(first) ? first : ended
  if (month > ended) throw refuse(`${month} 还没有结束，最近结束的月份是 ${ended}`)
  const seed = await seedOf(month === first ? positionals.slice(1) : positionals, desk)
  if (month > LAST_MONTH) throw refuse(`只到 ${LAST_MONTH}`)
  return monthNumberText({ number: numberOfSeed(month, seed), from: month })
}

/** This machine's moment, where a server elsewhere has the same in its Date header. */
async function trustedNow(url: string, now: Date): Promise<Date> {
  const answer = await fetch(url, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined)
  const there = Date.parse(answer?.headers.get('date') ?? '')
  if (Number.isNaN(there)) throw refuse(`${url} 没有给出时间`)
  if (Math.abs(there - now.getTime()) > APART_MS) throw refuse('这台电脑的时间与给出的网址相差超过5分钟，请先核对时间')
  return now
}

const thisMonth = (now: Date): string => chinaDay(now).slice(0, 7)

async function seedOf(files: string[], { typed }: Desk): Promise<Buffer> {
  const texts = files.length > 0 ? await Promise.all(files.map(readText)) : [await typed()]
  return joinSheets(SEED_ON_PAPER, texts.join('\n'))
}

/** The text of a file that is named on the line. */
export const readText = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch(() => {
    throw refuse(`读不到文件 ${path}`)
  })
