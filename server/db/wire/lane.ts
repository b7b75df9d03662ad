import type { Socket } from 'node:net'
import pg from 'pg'
import { binaryReaderFor, type Param } from '#server/db/types.ts'
import { DatabaseError, isStale } from './databaseError.ts'
import { type Column, newReply, type Reply, type Row, readMessage, type Shape, shapeOf } from './read.ts'
import * as wire from './write.ts'

const TICK_MS = 250
/** So long without an answer: whoever has the choice asks elsewhere. */
const SLOW_MS = 500
const NOTHING = Buffer.alloc(0)
const HEAD_BYTES = 5
const READY_FOR_QUERY = 'Z'.charCodeAt(0)

type Statement = { name: string; shape: Shape; formats: number[] }
type Sent = { reply: Reply; resolve: (reply: Reply) => void; reject: (error: Error) => void }
type Options = {
  /** Without any answer for so long, with something asked, it is given up. */
  silenceMostMs: number
  /** Told when something is asked where nothing was, with when all of it is answered; and of each answer. */
  onBusy?: (untilIdle: Promise<void>) => void
  onAnswer?: () => void
}

/** The connection ended before the answer. What was asked may be asked again elsewhere: nothing but reads come this way. */
export class LaneBroken extends Error {}

export type Lane = Awaited<ReturnType<typeof openLane>>

/** A connection of its own, begun as the driver begins one. Rejects as the driver does. */
export async function openLane(config: pg.ClientConfig, options: Options) {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.removeAllListeners('data')
  return share(stream, options)
}

/**
 * One connection for many callers: what they ask is sent as it comes and answered in that order, each statement parsed and
 * described once. For reads that are quick: whoever comes behind a slow one waits for it.
 */
function share(stream: Socket, { silenceMostMs, onBusy, onAnswer }: Options) {
  const known = new Map<string, Statement | Promise<Statement>>()
  const sent: Sent[] = []
  const begun = performance.now()
  let outgoing: (() => void)[] = []
  let named = 0
  let rest: Buffer = NOTHING
  /** What is said while nothing is asked: why it ends. */
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
  stream.on('close', () => end(new LaneBroken((sent[0]?.reply ?? idly).error?.message)))

  /** Rows of one statement. Rejects with what the server says of it, or LaneBroken. */
  async function ask(sql: string, params: Param[], isAgain = false): Promise<Row[]> {
    const found = known.get(sql) ?? learn(sql)
    const statement = found instanceof Promise ? await found : found
    const { error, answer } = await send(statement.shape, () => {
      wire.bind(statement.name, params, statement.formats)
      wire.execute()
      wire.sync()
    })
    if (!error) return answer.rows
    if (isAgain || !isStale(error)) throw new DatabaseError(error)
    known.delete(sql)
    return ask(sql, params, true)
  }

  /** Once a connection, so that it learns of itself when a table has changed meanwhile. */
  function learn(sql: string): Promise<Statement> {
    const name = `l${named++}`
    const learning = send(undefined, () => {
      wire.parse(name, sql)
      wire.describe(name)
      wire.sync()
    }).then(({ error, shape }) => {
      if (error) throw new DatabaseError(error)
      const columns = shape?.columns ?? []
      const statement = { name, shape: shapeOf(columns.map(inBinary)), formats: columns.map(formatOf) }
      known.set(sql, statement)
      return statement
    })
    known.set(sql, learning)
    learning.catch(() => known.delete(sql))
    return learning
  }

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
      // A copy: the bytes are everybody's buffer, and the stream may keep them.
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
    broken ??= new LaneBroken('it is closed')
    clearInterval(ticking)
    stream.end(Buffer.from(wire.messagesOf(wire.terminate)))
  }

  return {
    ask,
    load: () => sent.length,
    isSlow: () => silentMs >= SLOW_MS,
    isBroken: () => broken !== undefined,
    ageMs: () => performance.now() - begun,
    /** Ends once all that was asked is answered; nothing more is to be asked. */
    retire(): void {
      retired = true
      if (sent.length === 0) close()
    },
  }
}

const formatOf = ({ oid }: Column): number => (binaryReaderFor(oid) ? 1 : 0)
const inBinary = (column: Column): Column => ({ ...column, read: binaryReaderFor(column.oid) ?? column.read })
