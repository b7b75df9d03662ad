import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { refuse } from '#server/core/fail.ts'
import { bytesIn } from '#server/platform/db/embedded/bytesIn.ts'
import { isLeft, noteMaker } from '#server/platform/db/embedded/leftOver.ts'
import { freeBytesOf } from '#server/platform/db/embedded/space.ts'

const COPY = /^copy-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Where a move keeps its backup on the way. */
export const MOVING = 'moving'

const MB = 1024 * 1024
/** More than the engine needs to go on with its writes (db/embedded/space.ts): a copy never stops people. */
const SPARE_MB = 300

/** A folder for a copy of the embedded database, which is this process’ for as long as it lives. Refuses where it has no room. */
export async function newCopy(dataDir: string): Promise<string> {
  await refuseWithoutRoom(dataDir)
  const folder = join(dataDir, `copy-${randomUUID()}`)
  await mkdir(folder, { mode: 0o700 })
  await noteMaker(folder)
  return folder
}

async function refuseWithoutRoom(dataDir: string): Promise<void> {
  const needed = Math.ceil((await bytesIn(join(dataDir, 'pg'))) / MB) + SPARE_MB
  const free = Math.floor((await freeBytesOf(dataDir)()) / MB)
  if (free >= needed) return
  throw refuse(`${dataDir} 的磁盘空间不够复制数据库：需要 ${needed} MB（含余量 ${SPARE_MB} MB），只剩 ${free} MB`)
}

export const isCopyIn = (dataDir: string, folder: string): boolean =>
  dirname(folder) === dataDir && COPY.test(basename(folder))

/** Clears folders left by killed backups and moves: no living process uses them. A folder that cannot be cleared is left. */
export async function clearCopies(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => [])
  for (const name of names.filter((name) => name === MOVING || COPY.test(name))) {
    const folder = join(dataDir, name)
    if (await isLeft(folder)) await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}
