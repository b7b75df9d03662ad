import { resolve } from 'node:path'
import { formatChina, spanText } from '#contract/time.ts'
import { refuse } from '#server/core/fail.ts'
import { refuseUnreadable, refuseUnwritable } from '#server/platform/folders/access.ts'
import { keysOf } from '#server/platform/keys/keyring.ts'
import { openRawObjects } from '#server/platform/media/rawObjects.ts'
import { faultsOf, missingObjects } from './check.ts'
import { hasKey } from './hasKey.ts'
import type { Outcome } from './history.ts'
import { type BackupServices, type Made, makeBackup, prove } from './make.ts'
import { readManifest } from './manifest.ts'
import { nearness, whyWithin } from './nearness.ts'
import { optionsIn } from './options.ts'
import { findBackup, markVerified, withLock } from './places.ts'
import { proveAgain } from './proveAgain.ts'
import { KEEP, type Keep, prune } from './prune.ts'
import { refuseUnlessEmpty, restoreBackup } from './restore.ts'
import { type AskForCopy, type Source, sourceOf } from './source.ts'
import { damagesOf } from './verify.ts'

const BACKUP_USAGE = '用法：npm run backup -- [--to 文件夹] [--keep 7,4,12]（或设置 BACKUP_TO）'
const GB = 1024 ** 3

/** The functions a command needs from its caller; `note` is told of every backup that was begun. */
export type Around = { askForCopy: AskForCopy; note: (outcome: Outcome) => Promise<unknown> }

/**
 * `npm run backup`: a copy of everything but the keys, proven by putting it back into a scratch database. Throws what is wrong
 * with it, in sentences; what is too old goes only after a good one.
 */
export async function runBackup(needed: BackupServices, args: string[], { askForCopy, note }: Around): Promise<string> {
  const given = optionsIn(args, ['to', 'keep', 'copy'], BACKUP_USAGE)
  const to = given.to ?? needed.config.backup.to
  if (!to) throw refuse(BACKUP_USAGE)
  const place = resolve(to)
  const within = given.to && whyWithin(needed.config, place)
  if (within) throw refuse(within)
  refuseUnwritable(place)
  const keep = keepOf(given.keep)
  const source = sourceOf(needed.config, needed.log, askForCopy, given.copy)
  try {
    const said = await withLock(place, () => backUp(needed, { place, keep, source }))
    await note({ isGood: true, what: said })
    return said
  } catch (error) {
    await note({ isGood: false, what: (error as Error).message })
    throw error
  }
}

async function backUp(needed: BackupServices, { place, keep, source }: { place: string; keep: Keep; source: Source }) {
  const made = await makeBackup(needed, { place, source, media: true })
  if (made.faults.length > 0) throw refuse(`这次备份不可用：\n${made.faults.join('\n')}`)
  await markVerified(made.folder, needed.now())
  const older = made.prunes ? await goThroughOlder(needed, place, keep) : ['时间还没有核对无误，没有清理过期的备份。']
  return [summaryOf(made), ...older, ...nearness(needed.config, place)].join('\n')
}

async function goThroughOlder(needed: BackupServices, place: string, keep: Keep): Promise<string[]> {
  const doubts = await proveAgain(needed, place)
  const gone = await prune(place, keep, needed.now())
  return [
    ...(gone.length > 0 ? [`清理了 ${gone.length} 个过期的备份。`] : []),
    ...(doubts.length > 0 ? ['这些以前的备份没有通过重新验证，已标为可疑，仍然保留：', ...doubts] : []),
  ]
}

function summaryOf({ folder, manifest }: Made): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const { count = 0, bytes = 0 } = manifest.objects ?? {}
  const media = `${count} 个文件（${(bytes / GB).toFixed(2)} GB）`
  return `备份完成并已验证：${folder}\n${manifest.tables.length} 张表共 ${rows} 行，${media}。主密钥不在其中，请另外保存。`
}

function keepOf(text: string | undefined): Keep {
  if (text === undefined) return KEEP
  const found = /^(\d{1,4}),(\d{1,4}),(\d{1,4})$/.exec(text)
  const [daily, weekly, monthly] = (found ?? []).slice(1).map(Number)
  if (!daily) throw refuse(BACKUP_USAGE)
  return { daily, weekly: weekly!, monthly: monthly! }
}

/**
 * `npm run verify -- FROM`: every file is read, then the database is put back into a scratch one and compared. Without FROM
 * the database at hand is looked through, one that another tool has restored for example.
 */
export async function runVerify(needed: BackupServices, [from]: string[], askForCopy: AskForCopy): Promise<string> {
  if (!from) return verifyHere(needed, askForCopy)
  refuseUnreadable(resolve(from))
  const { place, folder } = await findBackup(resolve(from))
  refuseUnreadable(place)
  return withLock(place, async () => {
    const manifest = await readSound(place, folder)
    const faults = await prove(needed, { place, folder, manifest })
    if (faults.length > 0) throw refuse(faults.join('\n'))
    return `备份完好：${folder}\n每个文件的 SHA-256 相符，恢复出的数据库与清单逐行一致。`
  })
}

async function verifyHere({ config, log }: BackupServices, askForCopy: AskForCopy): Promise<string> {
  const faults = await sourceOf(
    config,
    log,
    askForCopy,
  )(async (db) => {
    const keys = await keysOf(db, config)
    return [...(await faultsOf(db, keys)), ...(await missingObjects(db, openRawObjects({ config, keys })))]
  })
  if (faults.length > 0) throw refuse(faults.join('\n'))
  return '数据库完好：账目与约束都成立，抽查的胶囊都能用现在的主密钥打开，每个文件都在，长度相符。'
}

/** `npm run restore -- FROM`: into the empty place that the configuration names. */
export async function runRestore(needed: BackupServices, [from]: string[]): Promise<string> {
  const { config, now } = needed
  if (!from) throw refuse('用法：npm run restore -- 备份所在的文件夹')
  refuseUnreadable(resolve(from))
  await refuseUnlessEmpty(config)
  const { place, folder } = await findBackup(resolve(from))
  refuseUnreadable(place)
  return withLock(place, async () => {
    const manifest = await readSound(place, folder)
    if (!(await hasKey(config, manifest)))
      throw refuse(`这个备份属于另一把主密钥（指纹 ${manifest.key}），没有改动任何东西`)
    if (manifest.objects && manifest.store !== (config.bucket?.kind ?? 'disk')) {
      throw refuse(`备份里的文件来自 ${manifest.store}，与现在的 MEDIA_STORE 不同，没有改动任何东西`)
    }
    await restoreBackup(needed, { place, folder, manifest })
    const made = new Date(manifest.made_at)
    const lost = `备份做于 ${formatChina(made)}（北京时间），此后 ${spanText(made.getTime(), now().getTime())}里写下的内容不在其中。`
    return `恢复完成。${lost}\n为免重复发送，通知已暂停：启动后请核对，再运行 npm run clock -- confirm`
  })
}

async function readSound(place: string, folder: string) {
  const manifest = await readManifest(folder)
  const damages = await damagesOf({ place, folder, manifest })
  if (damages.length > 0) throw refuse(damages.join('\n'))
  return manifest
}
