import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { refuse } from '#server/core/fail.ts'
import { noteAct } from '#server/desk/review/acts.ts'
import type { Services } from '#server/platform/context.ts'
import { beginKept, countKept, forgetKept, keptOf, keptOfLeavers, nextPeople, noteWritten } from './kept.ts'
import { makeArchives } from './make.ts'
import { type Place, removeParts, writeOpener, writeParts } from './place.ts'

const WORDS = '存好归档'
const USAGE =
  '用法：npm run sunset -- archives --to 文件夹 --at 网址 --confirm 存好归档\n把每个人的归档写成加密的文件；网址是这个文件夹对外公开的地址，以 / 结尾'
const OPTIONS = { to: { type: 'string' }, at: { type: 'string' }, confirm: { type: 'string' } } as const
/** Below the time for which the command line waits for a running server. */
const SECONDS = 240
const PEOPLE_AT_ONCE = 20
/** Turns in which no archive was ready, each with its wait: others make some, and then no more is to be waited for. */
const IDLE_MOST = 30
const IDLE_MS = 500

/**
 * Writes everybody's archive as whole files that any static server gives out, each encrypted under a key of its own, with no list: names and
 * keys follow from a code that its person alone is told. Goes on where it ended; says how many are left.
 */
export async function writeEverybodys(services: Services, args: string[]): Promise<string> {
  const place = placeIn(args)
  await refuseEarly(services)
  const until = performance.now() + SECONDS * 1000
  await writeOpener(services.config, place)
  await removeOfLeavers(services, place)
  const broken = new Set<number>()
  for (let idle = 0; idle < IDLE_MOST && performance.now() < until; idle++) {
    const people = await nextPeople(services, [...broken], PEOPLE_AT_ONCE)
    if (people.length === 0) break
    for (const id of people) await beginKept(services, id, place)
    await makeArchives(services, AbortSignal.timeout(Math.max(1, Math.ceil(until - performance.now()))))
    for (const id of people) {
      if (performance.now() > until) break
      const done = await writeOne(services, id, place)
      if (done === 'written') idle = -1
      if (done === 'broken') broken.add(id)
    }
    // Another process may be making the rest.
    if (idle >= 0) await setTimeout(IDLE_MS)
  }
  return summary(services)
}

async function refuseEarly({ ending }: Services): Promise<void> {
  ending.forget()
  if ((await ending.read())?.stage !== 'readonly') throw refuse('还没有停止写入：归档要等到什么都不再写入以后才完整')
}

function placeIn(args: string[]): Place {
  const { to, at, confirm } = valuesOf(args)
  if (!to || !at || confirm !== WORDS || !/^https?:\/\/\S+\/$/.test(at)) throw refuse(USAGE)
  return { to, at }
}

function valuesOf(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS }).values
  } catch {
    throw refuse(USAGE)
  }
}

/** Whether the files of this person are there now, or could not be written whole; else the archive is not ready yet. */
async function writeOne(services: Services, userId: number, { to }: Place): Promise<'written' | 'broken' | undefined> {
  const kept = await keptOf(services, userId)
  if (!kept?.ready) return undefined
  try {
    const bytes = await writeParts(services, to, kept)
    await noteWritten(services, kept, bytes)
    return 'written'
  } catch (err) {
    services.log.error({ err, archive: kept.archiveId }, 'an archive could not be written whole for its person')
    await removeParts(to, kept.code, kept.parts.length)
    // Under another code next time: a key encrypts one content alone.
    await sql`update archives set ended_at = now() where id = ${kept.archiveId}`.execute(services.db)
    return 'broken'
  }
}

/** The files of those who have closed their account since. */
async function removeOfLeavers(services: Services, { to }: Place): Promise<void> {
  for (const { userId, code, parts } of await keptOfLeavers(services)) {
    await removeParts(to, code, parts)
    await forgetKept(services, userId)
  }
}

async function summary(services: Services): Promise<string> {
  const { written, left, bytes } = await countKept(services)
  await noteAct(services.db, { kind: 'sunset', target: `${written} 个人`, act: 'archives', note: `还有 ${left} 个人` })
  const told = `已写好 ${written} 个人的归档，共 ${bytes} 字节。`
  return left === 0 ? `${told}所有人的都写好了。` : `${told}还有 ${left} 个人，请再运行一次。`
}
