import { setTimeout as delay } from 'node:timers/promises'
import { busy } from '#server/core/fail.ts'

const AT_ONCE = 4
const BYTES_OF_MBIT = 125_000

/** A turn of those who download archives from this process; `pass` waits until so many bytes may go. */
export type DownloadTurn = { pass: (bytes: number) => Promise<void>; leave: () => void }

/** At most four download at once, and all of them share so many megabits a second. Throws `busy()` for the fifth. */
export function makeDownloads(megabits: number) {
  let running = 0
  let freeAt = 0
  return (): DownloadTurn => {
    if (running >= AT_ONCE) throw busy()
    running += 1
    let left = false
    return {
      async pass(bytes) {
        const now = performance.now()
        freeAt = Math.max(freeAt, now) + (bytes / (megabits * BYTES_OF_MBIT)) * 1000
        if (freeAt > now + 1) await delay(freeAt - now)
      },
      leave() {
        if (left) return
        left = true
        running -= 1
      },
    }
  }
}
