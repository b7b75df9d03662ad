import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '#server/http/commands.ts'
import type { Services } from '#server/platform/context.ts'
import { joinSheets } from '#server/platform/keys/sheets.ts'
import { digestOf, makePublicKeys, type PublicKeys, readPublicKeys } from '#server/upkeep/sunset/publicKeys.ts'
import { SEED_ON_PAPER } from '#server/upkeep/sunset/seedOnPaper.ts'
import { command } from './command.ts'

/** Keys made by the command in a process of its own, as on a laptop: all to 2120. */
export async function makeKeys(folder: string) {
  const { code, out, err } = await command({}, 'sunset', 'keys', '--to', folder)
  if (code !== 0) throw new Error(err)
  const path = join(folder, 'month-keys.json')
  const sheets = out.split('— '.repeat(30)).map((sheet) => sheet.trim())
  const seed = await joinSheets(SEED_ON_PAPER, sheets.join('\n'))
  const keys = readPublicKeys(await readFile(path, 'utf8'))!
  return { path, sheets, seed, keys, digest: digestOf(keys) }
}

/** The few keys of this seed from a month near the last one. */
export const fewKeys = (seed: Buffer, from = '2120-07'): PublicKeys => makePublicKeys(seed, from)

/** An operator takes these keys, as `npm run sunset -- take` does. */
export const takenBy = (services: Services, keys: PublicKeys, ...more: string[]): Promise<string> =>
  runCommand(services, ['sunset', 'take', digestOf(keys), ...more], JSON.stringify(keys))
