import { Fail } from '#server/core/fail.ts'
import { hasKey } from './hasKey.ts'
import { type BackupServices, prove } from './make.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { folderOf, markDoubtful, markVerified, namesIn, wordOf } from './places.ts'
import { damagedFiles, lackingObjects } from './verify.ts'

/** Backups proven again in one run: each takes as long as it did when it was made. */
const A_RUN = 3

/**
 * Proves again the backups that an older version called good with no more than a date: the newest first, before others are
 * removed for their sake. Returns the faults found, a sentence each.
 */
export async function proveAgain(needed: BackupServices, place: string): Promise<string[]> {
  const doubts: string[] = []
  let proven = 0
  for (const name of await namesIn(place)) {
    const folder = folderOf(place, name)
    if (proven === A_RUN) break
    if ((await wordOf(folder)) !== 'dated') continue
    const why = await whyDoubtful(needed, place, folder)
    if (why === undefined) continue
    proven++
    if (why.length === 0) await markVerified(folder, needed.now())
    else await markDoubtful(folder, why.join('\n'))
    if (why.length > 0) doubts.push(`${folder}：${why[0]}`)
  }
  return doubts
}

/** In sentences, none where it is good; undefined where it cannot be told: its key lies elsewhere, or a disk is full. */
async function whyDoubtful(needed: BackupServices, place: string, folder: string): Promise<string[] | undefined> {
  try {
    const manifest = await readManifest(folder)
    return (await hasKey(needed.config, manifest)) ? await faultsOf(needed, { place, folder, manifest }) : undefined
  } catch (err) {
    if (err instanceof Fail) return [err.message]
    needed.log.error({ err, folder }, 'a backup could not be proven again')
    return undefined
  }
}

async function faultsOf(needed: BackupServices, backup: { place: string; folder: string; manifest: Manifest }) {
  const damaged = await damagedFiles(backup)
  return damaged.length > 0 ? damaged : [...(await lackingObjects(backup)), ...(await prove(needed, backup))]
}
