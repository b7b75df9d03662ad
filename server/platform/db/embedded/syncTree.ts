import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** PostgreSQL syncs only what it writes itself; these files were written by us. */
export async function syncTree(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true })
  await Promise.all(entries.map((entry) => (entry.isDirectory() ? syncTree : syncFile)(join(folder, entry.name))))
  await syncFile(folder)
}

export async function syncFile(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } catch (error) {
    // Windows syncs neither folders nor what is open for reading only.
    if (process.platform !== 'win32') throw error
  } finally {
    await handle.close()
  }
}
