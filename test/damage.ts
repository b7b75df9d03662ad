import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { putObject, readObject } from '#server/platform/outside/bucket/requests.ts'

/** Changes one bit in the middle of a file; a second call restores the file. */
export async function flip(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const byte = Buffer.alloc(1)
    const at = Math.floor((await file.stat()).size / 2)
    await file.read(byte, 0, 1, at)
    byte[0]! ^= 1
    await file.write(byte, 0, 1, at)
  } finally {
    await file.close()
  }
}

/** Changes one bit of an upload where it lies: on the disk, or in the bucket, where it has so many bytes. */
export async function flipUpload({ config }: { config: Config }, key: string, bytes: number): Promise<void> {
  if (!config.bucket) return flip(join(config.mediaDir, key))
  const whole = (await readObject(config.bucket, `written/${key}`, { start: 0, end: bytes }))!
  whole[Math.floor(bytes / 2)]! ^= 1
  await putObject(config.bucket, `written/${key}`, whole)
}
