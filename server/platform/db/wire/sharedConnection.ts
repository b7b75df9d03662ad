import type { Socket } from 'node:net'
import pg from 'pg'
import { binaryReaderFor, type Param } from '#server/platform/db/types.ts'
import { type ConversationOptions, makeConversation } from './conversation.ts'
import { DatabaseError, isStale } from './databaseError.ts'
import { type Column, formatOf, type Row, type Shape, shapeOf } from './read.ts'
import * as wire from './write.ts'

/** After this long without an answer, a caller that has the choice asks elsewhere. */
const SLOW_MS = 500

type Statement = { name: string; shape: Shape; formats: number[] }

export type SharedConnection = Awaited<ReturnType<typeof openSharedConnection>>

/** A connection of its own, begun as the driver begins one. Rejects as the driver does. */
export async function openSharedConnection(config: pg.ClientConfig, options: ConversationOptions) {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.removeAllListeners('data')
  return share(stream, options)
}

/**
 * One connection for many callers: their queries are sent as they come and answered in that order, each statement parsed and
 * described once. For quick reads: a query behind a slow one waits for it.
 */
function share(stream: Socket, options: ConversationOptions) {
  const conversation = makeConversation(stream, options)
  const known = new Map<string, Statement | Promise<Statement>>()
  const begun = performance.now()
  let named = 0

  /** Rows of one statement. Rejects with what the server says of it, or ConnectionBroken. */
  async function ask(sql: string, params: Param[], isAgain = false): Promise<Row[]> {
    const found = known.get(sql) ?? learn(sql)
    const statement = found instanceof Promise ? await found : found
    const { error, answer } = await conversation.send(statement.shape, () => {
      wire.bind(statement.name, params, statement.formats)
      wire.execute()
      wire.sync()
    })
    if (!error) return answer.rows
    if (isAgain || !isStale(error)) throw new DatabaseError(error)
    known.delete(sql)
    return ask(sql, params, true)
  }

  /** Once per connection, which notices by itself when a table has changed meanwhile. */
  function learn(sql: string): Promise<Statement> {
    const name = `l${named++}`
    const learning = conversation
      .send(undefined, () => {
        wire.parse(name, sql)
        wire.describe(name)
        wire.sync()
      })
      .then(({ error, shape }) => {
        if (error) throw new DatabaseError(error)
        const columns = shape?.columns ?? []
        const statement = {
          name,
          shape: shapeOf(columns.map(inBinary)),
          formats: columns.map(({ oid }) => formatOf(oid)),
        }
        known.set(sql, statement)
        return statement
      })
    known.set(sql, learning)
    learning.catch(() => known.delete(sql))
    return learning
  }

  return {
    ask,
    load: conversation.open,
    isSlow: () => conversation.silentMs() >= SLOW_MS,
    isBroken: conversation.isBroken,
    ageMs: () => performance.now() - begun,
    retire: conversation.retire,
  }
}

const inBinary = (column: Column): Column => ({ ...column, read: binaryReaderFor(column.oid) ?? column.read })
