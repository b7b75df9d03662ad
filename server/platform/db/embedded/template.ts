import { createReadStream, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { LOCK_FILE } from './lock.ts'
import { builtFile } from './places.ts'
import { syncFile, syncTree } from './syncTree.ts'
import { untar } from './untar.ts'

/** There while a folder is being filled: what was begun and not finished is thrown away and begun again. */
const UNFINISHED = 'unpacking'
const NOT_OURS_TO_MIND = new Set([LOCK_FILE, 'lost+found'])

/**
 * Makes a fresh cluster in an empty folder, on the disk when it returns; leaves a folder with a cluster as it is.
 * initdb never runs inside the server: it takes 3 seconds and 900 MB.
 */
export async function unpackTemplate(dataDir: string, templateFile = builtFile('template.tar.gz')): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const unfinished = existsSync(join(dataDir, UNFINISHED))
  if (existsSync(join(dataDir, 'PG_VERSION')) && !unfinished) return
  const present = readdirSync(dataDir).filter((name) => !NOT_OURS_TO_MIND.has(name))
  if (present.length > 0 && !unfinished) {
    throw new Error(`文件夹 ${dataDir} 里没有数据库，却有别的文件（${present[0]}），请换一个空文件夹。`)
  }
  for (const name of present) rmSync(join(dataDir, name), { recursive: true })
  writeFileSync(join(dataDir, UNFINISHED), '', { flush: true })
  await pipeline(createReadStream(templateFile), createGunzip(), (chunks) => untar(chunks, dataDir))
  await syncTree(dataDir)
  rmSync(join(dataDir, UNFINISHED))
  await syncFile(dataDir)
}
