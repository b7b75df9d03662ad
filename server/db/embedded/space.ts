import { statfs } from 'node:fs/promises'

const LOW_BYTES = 200 * 1024 * 1024
const CHECK_MS = 3_000

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
