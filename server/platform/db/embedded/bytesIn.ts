import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The bytes that a folder takes up on its disk. While an engine works in it, its files come and go. */
export async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const sizes = entries.map(({ name }) =>
    stat(join(folder, name)).then(
      ({ blocks }) => blocks * 512,
      () => 0,
    ),
  )
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => bytesIn(join(folder, name)))
  return (await Promise.all([...sizes, ...folders])).reduce((sum, bytes) => sum + bytes, 0)
}
