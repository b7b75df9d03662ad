import { createPublicKey, type KeyObject } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { runCommand } from '#server/http/commands.ts'
import { findBackup } from '#server/upkeep/backup/places.ts'
import { runBackup } from '#server/upkeep/backup/run.ts'
import { withApp } from '#test/app.ts'
import { archiveOf, bytesOfParts, filesIn } from '#test/archives.ts'
import { newPerson, seal, textCapsule } from '#test/client.ts'
import { nextCheckpoint } from '#test/log.ts'
import { formsIn } from '#test/searched.ts'
import { readSigningKey } from './signingKey.ts'

const app = withApp()
const RAW_BYTES = 32

/** The private key in the forms that it has of itself, and the public one, which must be found. */
function canariesOf(key: KeyObject): Record<string, Buffer> {
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return {
    seed: Buffer.from(key.export({ format: 'jwk' }).d!, 'base64url'),
    pkcs8: key.export({ format: 'der', type: 'pkcs8' }),
    'public key': spki.subarray(-RAW_BYTES),
  }
}

const found = (files: readonly Buffer[], canaries: Record<string, Buffer>): string[] =>
  Object.keys(canaries).filter((name) => files.some((file) => formsIn(file, canaries[name]!).length > 0))

async function leafOf() {
  const person = await newPerson(app.url)
  await seal(app.url, person.token, textCapsule('<p>信</p>'))
  await nextCheckpoint(app.services)
  return { person, key: (await readSigningKey(app.services.db, app.services.keys))! }
}

/** Every file below a folder, those that are packed also unpacked. */
async function filesBelow(folder: string): Promise<Buffer[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files = await Promise.all(paths.map(async (path) => ({ path, bytes: await readFile(path) })))
  return files.flatMap(({ path, bytes }) => (path.endsWith('.gz') ? [bytes, gunzipSync(bytes)] : [bytes]))
}

it('the private key of the log lies in no file of a backup, packed or unpacked, in no form', async () => {
  const { key } = await leafOf()
  const place = await mkdtemp(join(tmpdir(), 'capsule-backups-'))
  const { config, log } = app.services
  const askForCopy = async (folder: string) => void (await runCommand(app.services, ['backup', 'copy', folder]))
  await runBackup({ config, log, now: () => new Date() }, ['--to', place], { askForCopy, note: async () => {} })
  const keyring = await app.services.db.selectFrom('keyring').select('boxed').where('key_id', '=', 'log').execute()
  const files = await filesBelow((await findBackup(place)).folder)
  // The controls: the same search finds the public key, and the private one as it is locked.
  const canaries = { ...canariesOf(key), locked: keyring[0]!.boxed! }
  expect(found(files, canaries)).toEqual(['public key', 'locked'])
  await rm(place, { recursive: true })
}, 120_000)

it('the private key of the log lies in no file of an archive, in no form', async () => {
  const { person, key } = await leafOf()
  const parts = await bytesOfParts(app.url, await archiveOf(app, person))
  const files = [...parts, ...(await filesIn(parts)).values()]
  expect(found(files, canariesOf(key))).toEqual(['public key'])
})
