import { DatabaseError } from '#server/platform/db/wire/databaseError.ts'
import { type Answer, readReply } from '#server/platform/db/wire/read.ts'
import type { Outcome, Request } from './messages.ts'

type Call = { resolve(answer: Answer): void; reject(error: Error): void; limitMs: number; ranMs: number }
export type RunningCall = Pick<Call, 'limitMs' | 'ranMs'>

/** The calls that the worker has not answered yet: it answers them in the order in which they were sent. */
export function makeCallsInFlight(post: (requests: Request[]) => void) {
  const calls: Call[] = []
  let outbox: Request[] = []

  function flush() {
    if (outbox.length) post(outbox)
    outbox = []
  }

  /** While the engine is busy anyway, all calls of one turn of the event loop travel together. */
  function flushSoon() {
    if (calls.length === 0) queueMicrotask(flush)
    else setImmediate(flush)
  }

  return {
    send(request: Request, limitMs: number): Promise<Answer> {
      if (outbox.push(request) === 1) flushSoon()
      return new Promise((resolve, reject) => calls.push({ resolve, reject, limitMs, ranMs: 0 }))
    },
    flush,
    settle(outcomes: Outcome[]) {
      for (const outcome of outcomes) {
        const call = calls.shift()!
        if ('error' in outcome) call.reject(new DatabaseError(outcome.error))
        else call.resolve(answerIn(outcome.bytes))
      }
      if (calls[0]) calls[0].ranMs = 0
    },
    rejectAll(error: Error) {
      outbox = []
      for (const call of calls.splice(0)) call.reject(error)
    },
    running: (): RunningCall | undefined => calls[0],
    count: () => calls.length,
  }
}

function answerIn({ buffer, byteOffset, byteLength }: Uint8Array): Answer {
  const { commands, answer } = readReply(Buffer.from(buffer, byteOffset, byteLength))
  // As `pg` does in Kysely's dialect: several statements at once give no rows.
  return commands.length > 1 ? { ...answer, rows: [] } : answer
}
