import type { LeftOut } from '../parsed.ts'
import type { Reader } from '../reading/openReader.ts'

/** An import on its way. */
export type Course = {
  reader: Reader
  batchId: string
  /** The places of the entries that go. */
  places: readonly number[]
  /** Files stay behind: there is no room for them. */
  wordsAlone?: boolean
  signal: AbortSignal
  /** Waits while the person lets it rest. */
  untilWanted: () => Promise<void>
  /** Hears why nothing goes on, and undefined when it does. */
  onWaiting: (why: string | undefined) => void
  /** Hears of each entry that is ready to be sent. */
  onReady: () => void
  /** Hears of what has been written. */
  onWritten: (count: number) => void
  onLeftOut: (left: LeftOut) => void
}
