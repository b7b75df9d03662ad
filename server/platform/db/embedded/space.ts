import { open, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

const LOW_BYTES = 200 * 1024 * 1024
const CHECK_MS = 3_000
/** Room that a start on a full disk finds by giving this file up: for the lock, and what the engine writes when it opens. */
export const SPARE = 'spare'
const SPARE_BYTES = 16 * 1024 * 1024
const PIECE = Buffer.alloc(1024 * 1024)

export type Space = Awaited<ReturnType<typeof watchSpace>>

/**
 * A full disk makes the engine hang: writes are refused while there is still room for what must be written.
 * Asks the file system on a timer, never per call.
 */
export async function watchSpace(
  freeBytes: () => Promise<number>,
  onChange: (low: boolean) => void,
  everyMs = CHECK_MS,
) {
  let free = await freeBytes()
  const timer = setInterval(check, everyMs).unref()

  async function check() {
    const before = isLow()
    free = await freeBytes().catch(() => free)
    if (isLow() !== before) onChange(isLow())
  }

  function isLow(): boolean {
    return free < LOW_BYTES
  }

  return {
    isLow,
    whyLow: () => (isLow() ? `磁盘剩余空间只有 ${Math.floor(free / 1024 / 1024)} MB，暂停写入` : undefined),
    stop: () => clearInterval(timer),
  }
}

export function freeBytesOf(folder: string) {
  return async () => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  }
}

/** Before anything is written to the folder. */
export async function giveUpSpare(folder: string, freeBytes: () => Promise<number>): Promise<void> {
  if ((await freeBytes()) < SPARE_BYTES) await rm(join(folder, SPARE), { force: true })
}

/** Zeros that really lie on the disk; a hole would keep no room. A file cut short does not count. */
export async function keepSpare(folder: string): Promise<void> {
  const path = join(folder, SPARE)
  const found = await stat(path).catch(() => undefined)
  if (found?.size === SPARE_BYTES) return
  const file = await open(path, 'w', 0o600)
  try {
    for (let at = 0; at < SPARE_BYTES; at += PIECE.length) await file.write(PIECE)
    await file.sync()
  } finally {
    await file.close()
  }
}
