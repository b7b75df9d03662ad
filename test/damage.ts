import { open } from 'node:fs/promises'

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
