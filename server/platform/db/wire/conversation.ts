import type { Socket } from 'node:net'
import { DatabaseError } from './databaseError.ts'
import { newReply, type Reply, readMessage, type Shape } from './read.ts'
import * as wire from './write.ts'

const TICK_MS = 250
const NOTHING = Buffer.alloc(0)
const HEAD_BYTES = 5
const READY_FOR_QUERY = 'Z'.charCodeAt(0)

type Sent = { reply: Reply; resolve: (reply: Reply) => void; reject: (error: Error) => void }
export type ConversationOptions = {
  /** A connection that leaves a query without any answer for this long is given up. */
  silenceMostMs: number
  /** `onBusy`: an idle connection got a query; the promise resolves once all are answered. `onAnswer`: for each answer. */
  onBusy?: (untilIdle: Promise<void>) => void
  onAnswer?: () => void
}

/** The connection ended before the answer. The query may be sent again elsewhere: only reads come this way. */
export class ConnectionBroken extends Error {}

/** The queries and answers of one connection, as messages: what is sent is answered in that order. */
export function makeConversation(stream: Socket, { silenceMostMs, onBusy, onAnswer }: ConversationOptions) {
  const sent: Sent[] = []
  let outgoing: (() => void)[] = []
  let rest: Buffer = NOTHING
  /** Takes messages that come while no query is open: the reason why the connection ends. */
  const idly = newReply(undefined)
  let silentMs = 0
  let broken: Error | undefined
  let retired = false
  let becameIdle: (() => void) | undefined

  // In ticks, not by the clock: a process that was held up itself must not blame the database.
  const ticking = setInterval(() => {
    silentMs = sent.length > 0 ? silentMs + TICK_MS : 0
    if (silentMs <= silenceMostMs) return
    end(new DatabaseError({ code: '08006', severity: 'FATAL', message: 'the database did not answer in time' }))
  }, TICK_MS).unref()
  stream.on('data', hear)
  stream.on('close', () => end(new ConnectionBroken((sent[0]?.reply ?? idly).error?.message)))

  /** Whatever comes in one turn of the event loop goes out together. */
  function send(shape: Shape | undefined, write: () => void): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (broken) return reject(broken)
      if (outgoing.push(write) === 1) setImmediate(flush)
      if (sent.push({ reply: newReply(shape), resolve, reject }) > 1) return
      onBusy?.(
        new Promise((idle) => {
          becameIdle = idle
        }),
      )
    })
  }

  function flush(): void {
    const writes = outgoing
    outgoing = []
    if (broken) return
    try {
      // A copy: the bytes lie in a shared buffer, and the stream may keep them.
      stream.write(Buffer.from(wire.messagesOf(() => writes.forEach((write) => void write()))))
    } catch (error) {
      end(error as Error)
    }
  }

  function hear(chunk: Buffer): void {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let at = 0
    while (at + HEAD_BYTES <= bytes.length) {
      const next = at + 1 + bytes.readInt32BE(at + 1)
      if (next > bytes.length) break
      take(bytes, at)
      at = next
    }
    rest = at < bytes.length ? bytes.subarray(at) : NOTHING
  }

  function take(bytes: Buffer, at: number): void {
    const first = sent[0]
    readMessage(bytes, at, first?.reply ?? idly)
    if (!first || bytes[at] !== READY_FOR_QUERY) return
    silentMs = 0
    sent.shift()
    onAnswer?.()
    first.resolve(first.reply)
    if (sent.length > 0) return
    becameIdle?.()
    if (retired) close()
  }

  function end(why: Error): void {
    if (broken) return
    broken = why
    clearInterval(ticking)
    stream.destroy()
    for (const { reject } of sent.splice(0)) reject(why)
    becameIdle?.()
  }

  function close(): void {
    broken ??= new ConnectionBroken('it is closed')
    clearInterval(ticking)
    stream.end(Buffer.from(wire.messagesOf(wire.terminate)))
  }

  return {
    send,
    open: () => sent.length,
    silentMs: () => silentMs,
    isBroken: () => broken !== undefined,
    /** Ends the connection once every open query is answered; no more are to be sent. */
    retire(): void {
      retired = true
      if (sent.length === 0) close()
    },
  }
}
