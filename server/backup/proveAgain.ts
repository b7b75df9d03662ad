import { Fail } from '#server/fail.ts'
import { hasKey } from './hasKey.ts'
import { type Needed, prove } from './make.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { callDoubtful, callGood, folderOf, namesIn, wordOf } from './places.ts'
import { damagedFiles, lackingObjects } from './verify.ts'

/** Each takes as long as it did when it was made. */
const A_RUN = 3

/**
 * Backups that a version called good which wrote no more of it down than when: proven as a new one is, the newest first,
 * before others go for their sake. Says what was found untrue, a sentence each.
 */
export async function proveAgain(needed: Needed, place: string): Promise<string[]> {
  const doubts: string[] = []
  let proven = 0
  for (const name of await namesIn(place)) {
    const folder = folderOf(place, name)
    if (proven === A_RUN) break
    if ((await wordOf(folder)) !== 'dated') continue
    const why = await whyDoubtful(needed, place, folder)
    if (why === undefined) continue
    proven++
    if (why.length === 0) await callGood(folder, needed.now())
    else await callDoubtful(folder, why.join('\n'))
    if (why.length > 0) doubts.push(`${folder}：${why[0]}`)
  }
  return doubts
}

/** In sentences, none where it is good; undefined where it cannot be told: its key lies elsewhere, or a disk is full. */
async function whyDoubtful(needed: Needed, place: string, folder: string): Promise<string[] | undefined> {
  try {
    const manifest = await readManifest(folder)
    return (await hasKey(needed.config, manifest)) ? await faultsOf(needed, { place, folder, manifest }) : undefined
  } catch (err) {
    if (err instanceof Fail) return [err.message]
    needed.log.error({ err, folder }, 'a backup could not be proven again')
    return undefined
  }
}

async function faultsOf(needed: Needed, backup: { place: string; folder: string; manifest: Manifest }) {
  const damaged = await damagedFiles(backup)
  return damaged.length > 0 ? damaged : [...(await lackingObjects(backup)), ...(await prove(needed, backup))]
}
