import { join } from 'node:path'
import { refuse } from '#server/core/fail.ts'
import type { Config } from '#server/platform/config.ts'
import { mayUse } from './access.ts'
import { calledWithUid, groupOf, nearest, ROOT, statOf, uidHere } from './users.ts'

type Owner = { uid: number; gid: number; folder: string }
type Place = Pick<Config, 'databaseUrl' | 'bucket' | 'dataDir' | 'mediaDir' | 'mediaMirror' | 'backup'>

/** The folders that a process opens; their owner is the user it runs as. With a server and a bucket only those that exist. */
export function foldersOf({ databaseUrl, bucket, dataDir, mediaDir, backup }: Place): string[] {
  if (!databaseUrl) return [join(dataDir, 'pg'), dataDir]
  const there = [dataDir, backup.to].filter((folder) => folder !== undefined && statOf(folder)) as string[]
  return [...(bucket ? [] : [mediaDir]), ...there]
}

/** The other places that a service writes to, which may belong to another user. */
export const placesOf = ({ bucket, mediaDir, mediaMirror, backup }: Place): string[] =>
  [bucket ? undefined : mediaDir, mediaMirror, backup.to].filter((place) => place !== undefined)

/** The folders that a site has of its own, each with all below it. */
export const ownFolders = (place: Place): string[] => [place.dataDir, ...placesOf(place)]

/**
 * A process of root that opens another user’s folder takes that user’s uid and groups for good: the owner could not read what
 * root writes there. Files that only root may read must be open before. Answers `who` it is now where that has changed, and
 * `whyNot` where root cannot but may use the folder as it is, as in a container without capabilities.
 */
export function becomeOwner(folders: readonly string[]): Become {
  const owner = uidHere() === ROOT ? ownerOf(folders) : undefined
  if (!owner || owner.uid === ROOT) return {}
  try {
    takeGroups(owner)
    process.setgid!(owner.gid)
    process.setuid!(owner.uid)
  } catch (cause) {
    const whyNot = `${belongsTo(owner)}，这里的 root 却不能改用它的身份`
    if ((cause as NodeJS.ErrnoException).code === 'EPERM' && mayUse(owner.folder)) return { whyNot }
    throw new Error(`${whyNot}。请直接以它的身份运行。`, { cause })
  }
  return { who: calledWithUid(owner.uid) }
}

type Become = { who?: string; whyNot?: string }

/** `becomeOwner` for commands: a user that is neither root nor the owner is refused, and told what to type. */
export function actAsOwner(folders: readonly string[]): void {
  const { who, whyNot } = becomeOwner(folders)
  if (whyNot) console.error(`${whyNot}，仍以 root 运行。`)
  if (who || whyNot) return
  const uid = uidHere()
  const owner = uid === undefined || uid === ROOT ? undefined : ownerOf(folders)
  if (!owner || owner.uid === uid) return
  // A volume given to a group, in which nobody has begun yet.
  if (owner.uid === ROOT && mayUse(owner.folder)) return
  throw refuse(`${belongsTo(owner)}，而这个命令以 ${calledWithUid(uid!)} 运行，没有改动任何东西。请运行：\n${asRoot()}`)
}

/** The owner of the first folder that exists, or of the one in which the first is to be made; undefined without folders. */
function ownerOf(folders: readonly string[]): Owner | undefined {
  const [first] = folders
  if (first === undefined) return undefined
  const folder = folders.find(statOf) ?? nearest(first)
  const found = statOf(folder)
  return found && { uid: found.uid, gid: groupOf(found.uid) ?? found.gid, folder }
}

/** Node has `initgroups` on every system that has uids; its types lack it. */
type Initgroups = { initgroups: (user: number, group: number) => void }

/** Takes all groups of the owner where the system knows them, else the one group alone. */
function takeGroups({ uid, gid }: Owner): void {
  try {
    ;(process as unknown as Initgroups).initgroups(uid, gid)
  } catch {
    process.setgroups!([gid])
  }
}

const belongsTo = ({ folder, uid }: Owner): string => `文件夹 ${folder} 属于 ${calledWithUid(uid)}`

/** The line that was typed, to be run by root. */
const asRoot = (): string => ['sudo', '-E', process.execPath, ...process.argv.slice(1)].map(quoted).join(' ')

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)
