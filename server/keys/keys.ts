import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const KEY_BYTES = 32

const HMAC_PURPOSES = [
  'pepper',
  'code',
  'slide',
  'address',
  'answers',
  'request',
  'media',
  'upload',
  'share',
  'unseal',
  'confirm',
  'recipient',
  'jwt',
  'calendar',
  'operator',
  'control',
] as const
export type HmacPurpose = (typeof HMAC_PURPOSES)[number]

export type Keys = {
  /** Names the master key in envelopes, so that keys can be changed later. */
  id: string
  fingerprint: string
  /** Wraps the random key of each capsule. */
  wrap: Buffer
  /** Short texts: contacts, pending messages. */
  box: Buffer
  /** Keyed hashes; each purpose has its own key, so one never stands in for another. */
  hmac: (purpose: HmacPurpose, text: string) => Buffer
}

/** The master key lies outside the database: in the configuration, or in a file of the data folder made on first use. */
export async function openKeys(dataDir: string, masterKey?: string): Promise<Keys> {
  return deriveKeys(
    masterKey ? Buffer.from(masterKey, 'base64') : await keyFromFile(join(dataDir, 'keys', 'master.key')),
  )
}

export function deriveKeys(master: Buffer): Keys {
  if (master.length !== KEY_BYTES) throw new Error('主密钥必须是 32 字节。')
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', `time-capsule:${purpose}`, KEY_BYTES))
  const fingerprint = createHash('sha256').update(derive('fingerprint')).digest('hex').slice(0, 16)
  const hmacKeys = Object.fromEntries(HMAC_PURPOSES.map((purpose) => [purpose, derive(purpose)])) as Record<
    HmacPurpose,
    Buffer
  >
  return {
    id: `master:${fingerprint.slice(0, 8)}`,
    fingerprint,
    wrap: derive('wrap'),
    box: derive('box'),
    hmac: (purpose, text) => createHmac('sha256', hmacKeys[purpose]).update(text).digest(),
  }
}

async function keyFromFile(path: string): Promise<Buffer> {
  try {
    return Buffer.from((await readFile(path, 'utf8')).trim(), 'base64')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return makeKeyFile(path)
  }
}

/** Synced with its folder before anything is encrypted with it: a key lost in a power cut is content lost. */
async function makeKeyFile(path: string): Promise<Buffer> {
  const key = randomBytes(KEY_BYTES)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(`${path}.part`, 'w', 0o600)
  await file.writeFile(`${key.toString('base64')}\n`)
  await file.sync()
  await file.close()
  await rename(`${path}.part`, path)
  const folder = await open(dirname(path))
  await folder.sync()
  await folder.close()
  return key
}
