import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { refuse } from '#server/core/fail.ts'
import { syncFile } from '#server/platform/db/embedded/syncTree.ts'
import { withPath } from '#server/platform/folders/whatIsWrong.ts'
import { deriveKeys, KEY_BYTES, type Keys } from './keys.ts'

/** Where a configuration has its master keys: the current one, and those that are still needed to read. */
export type KeyPlace = {
  dataDir: string
  databaseUrl?: string | undefined
  masterKey?: string | undefined
  oldMasterKeys?: readonly string[]
}

const OLD_FILE = /^old-[0-9a-f]{16}\.key$/

/**
 * The master key lies outside the database: in the configuration, or in a file of the data folder. One that is missing is
 * made only where the caller knows that nothing is locked with it yet; otherwise this throws a sentence with its path.
 */
export async function openKeys(place: KeyPlace, { make = false } = {}): Promise<Keys> {
  const key = (await findMaster(place)) ?? (make ? await makeKeyFile(keyPath(place)) : undefined)
  if (!key) throw new Error(missingKey(keyPath(place)))
  return deriveKeys(key, await findOldMasters(place))
}

/** The master key itself, which only its keeper's commands ask for; undefined where there is none. */
export const findMaster = async (place: KeyPlace): Promise<Buffer | undefined> =>
  place.masterKey ? Buffer.from(place.masterKey, 'base64') : keyInFile(keyPath(place))

export const keyPath = ({ dataDir }: KeyPlace): string => resolve(dataDir, 'keys', 'master.key')

export const oldKeyPath = ({ dataDir }: KeyPlace, fingerprint: string): string =>
  resolve(dataDir, 'keys', `old-${fingerprint}.key`)

/** The master keys that were current once, or are about to be. */
export async function findOldMasters(place: KeyPlace): Promise<Buffer[]> {
  const folder = dirname(keyPath(place))
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => OLD_FILE.test(name)).map((name) => keyInFile(resolve(folder, name)))
  const given = (place.oldMasterKeys ?? []).map((key) => Buffer.from(key, 'base64'))
  return [...given, ...(await Promise.all(files)).filter((key) => key !== undefined)]
}

/**
 * A new master key in the file, once the old one lies beside it for good; a run that was killed in between has lost
 * neither. One that such a run has put there already is the new one. Refuses where others are to
 * know the key as well: it is set, or the database is a server's.
 */
export async function makeNextMaster(place: KeyPlace, keys: Keys): Promise<Buffer> {
  const there = await keyInFile(keyPath(place))
  if (place.masterKey || place.databaseUrl || !there) throw refuse(KEY_IS_SET)
  if (deriveKeys(there).fingerprint === keys.fingerprint) {
    await makeKeyFile(oldKeyPath(place, keys.fingerprint), there)
    return makeKeyFile(keyPath(place))
  }
  const old = await keyInFile(oldKeyPath(place, keys.fingerprint))
  if (!old) throw refuse(`${keyPath(place)} 里不是正在使用的主密钥（指纹 ${keys.fingerprint}）。请先放回原来的密钥`)
  return there
}

const KEY_IS_SET =
  '请先把新的主密钥设为 MASTER_KEY、旧的设为 MASTER_KEY_OLD，重启（多个进程分两步，见 docs/operate.md），再运行这个命令'

const missingKey = (path: string): string =>
  `缺少主密钥：已有的数据是用它加密的，但找不到文件 ${path}，也没有设置 MASTER_KEY。没有写入任何东西；请把原来的密钥放回去再启动。`

async function keyInFile(path: string): Promise<Buffer | undefined> {
  try {
    const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64')
    if (key.length !== KEY_BYTES) throw new Error(`${path} 里不是主密钥：应是 32 字节的 base64。`)
    return key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

/** Synced with its folder before anything is encrypted with it: a key lost in a power cut is content lost. */
export async function makeKeyFile(path: string, key: Buffer = randomBytes(KEY_BYTES)): Promise<Buffer> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(`${path}.part`, 'w', 0o600)
  try {
    await file.writeFile(`${key.toString('base64')}\n`)
    await file.sync()
  } catch (error) {
    throw withPath(error, path)
  } finally {
    await file.close()
  }
  await rename(`${path}.part`, path)
  await syncFile(dirname(path))
  return key
}
