import { base64Of } from '#contract/bytes.ts'
import { checkpointIn } from '#contract/checkpoint.ts'
import type { Services } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { LogHead } from '#server/platform/message/texts.ts'
import { newestCheckpoint } from './checkpoints.ts'
import { currentLog } from './currentLog.ts'

const MINUTE_MS = 60_000

/** Reads the newest published checkpoint of the current log for the foot of letters: at most once a minute. */
export function makeLogHead({ db, now }: Pick<Services, 'db' | 'now'>): Services['logHead'] {
  let kept: { at: number; head: Promise<LogHead | undefined> } | undefined
  return () => {
    const at = now().getTime()
    if (kept && Math.abs(at - kept.at) < MINUTE_MS) return kept.head
    const head = readHead(db)
    // A reading that failed is tried again with the next letter.
    head.catch(() => {
      kept = undefined
    })
    kept = { at, head }
    return head
  }
}

/** Nothing while the log is empty. */
async function readHead(db: Db): Promise<LogHead | undefined> {
  const log = await currentLog(db)
  const newest = log && (await newestCheckpoint(db, log.id))
  if (!newest || newest.size === 0) return undefined
  const checkpoint = checkpointIn(newest.note)
  return checkpoint && { size: String(checkpoint.size), root: base64Of(checkpoint.root) }
}
