import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { prefixOf } from '#contract/media.ts'
import type { Services } from '#server/platform/context.ts'
import { chunked } from '#server/platform/media/disk/chunks.ts'
import { newSecret } from '#server/platform/media/disk/cipher.ts'
import { publish, writePart } from '#server/platform/media/disk/files.ts'
import { wrapLoose } from '#server/platform/media/secrets.ts'

/** Drawn by scripts/demoPictures.ts. */
export const DEMO_PICTURES = ['sea', 'train', 'osmanthus', 'cat', 'mountain'] as const
export type DemoPicture = (typeof DEMO_PICTURES)[number]

export const pictureFile = (name: DemoPicture): URL => new URL(`./pictures/${name}.jpg`, import.meta.url)

/** Lays a picture down as an upload of this person, and gives its key. A bucket is given none. */
export async function layPicture(
  { config, db, keys, media }: Services,
  userId: number,
  name: DemoPicture,
): Promise<string | undefined> {
  if (media.kind !== 'disk') return undefined
  const key = `${prefixOf('image', userId)}${randomBytes(18).toString('base64url')}.jpg`
  const secret = newSecret()
  const part = await writePart(config.mediaDir, { key, secret }, chunked(once(await readFile(pictureFile(name)))))
  await publish(config.mediaDir, part, key)
  const wrap = wrapLoose(keys, secret, key)
  await db.insertInto('objects').values({ key, owner_id: userId, size: part.size, mime: 'image/jpeg', wrap }).execute()
  return key
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
