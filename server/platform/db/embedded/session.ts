import type { PGlite } from '@electric-sql/pglite'
import { type ErrorFields, isStale } from '#server/platform/db/wire/databaseError.ts'
import { describedIn, type Reply, readOutcome } from '#server/platform/db/wire/read.ts'
import * as wire from '#server/platform/db/wire/write.ts'
import { transactionOver } from './errors.ts'
import type { Outcome, Request } from './messages.ts'
import { mayChangeSchema, openStatements, worthPreparing } from './statements.ts'

const STATEMENTS_LIMIT = 256
const USUAL_BYTES = 64 * 1024
const NOTHING = Buffer.alloc(0)

/** The engine gave no ReadyForQuery: it panicked, or its sync failed. Nothing it says from here on counts. */
export class EngineBroken extends Error {}

/** The one session with the engine: calls in, outcomes out, strictly one after the other. */
export function openSession(db: PGlite) {
  const statements = openStatements(STATEMENTS_LIMIT)
  let status: Reply['status'] = 'I'
  let schemaChanged = false
  let heard = Buffer.allocUnsafe(USUAL_BYTES)
  let heardLength = 0

  function run(request: Request): Outcome {
    if (request.kind === 'inside' && status === 'I') return { error: asFields(transactionOver()) }
    const reply = answerTo(request)
    if (request.kind === 'single' && status !== 'I') return refuseOpenTransaction()
    // Bytes of their own: a clone takes along all memory that a view belongs to.
    return reply.error ? { error: reply.error } : { bytes: new Uint8Array(heard.subarray(0, heardLength)) }
  }

  function answerTo(request: Request): Reply {
    if (!worthPreparing(request.sql, request.params)) return simple(request.sql)
    const reply = prepared(request)
    if (!reply.error || !isStale(reply.error)) return reply
    statements.forget(request.sql)
    return status === 'I' ? prepared(request) : reply
  }

  function simple(sql: string): Reply {
    return talk(NOTHING, () => wire.query(sql))
  }

  function prepared({ sql, params }: Request): Reply {
    const known = statements.find(sql)
    const { name, description, formats } = known ?? { name: statements.newName(), description: NOTHING, formats: [] }
    const reply = talk(description, () => {
      for (const dropped of statements.takeDropped()) wire.close(dropped)
      if (!known) {
        wire.parse(name, sql)
        wire.describe(name)
      }
      wire.bind(name, params, formats)
      wire.execute()
      wire.sync()
    })
    if (!known && reply.parsed) statements.keep(sql, { name, ...describedIn(heard.subarray(0, heardLength)) })
    return reply
  }

  /** `description` of the rows: for the reader of the answer it comes before them, as where it is asked for. */
  function talk(description: Buffer, write: () => void): Reply {
    heardLength = 0
    if (heard.length > USUAL_BYTES) heard = Buffer.allocUnsafe(USUAL_BYTES)
    hear(description)
    // Without `syncToFs` nothing inside awaits: the call is over when it returns. `execProtocolRaw` would leak.
    void db.execProtocolRawStream(wire.messagesOf(write), { syncToFs: false, onRawData: hear })
    if (!endsReady()) throw new EngineBroken('the engine broke off its answer')
    const reply = readOutcome(heard.subarray(0, heardLength))
    status = reply.status
    mindSchema(reply)
    return reply
  }

  /** Copies: the bytes are a view of the engine's memory, which moves when it grows. */
  function hear(bytes: Uint8Array) {
    if (heardLength + bytes.length > heard.length) {
      const larger = Buffer.allocUnsafe(Math.max(heard.length * 2, heardLength + bytes.length))
      heard.copy(larger, 0, 0, heardLength)
      heard = larger
    }
    heard.set(bytes, heardLength)
    heardLength += bytes.length
  }

  /** ReadyForQuery is the last message, always: `Z`, its length 5, and a status. */
  function endsReady(): boolean {
    const at = heardLength - 6
    return at >= 0 && heard[at] === 0x5a && heard.readInt32BE(at + 1) === 5
  }

  /** A change counts from now on, and once more when its transaction is undone. */
  function mindSchema(reply: Reply) {
    const changed = reply.commands.some(mayChangeSchema)
    const undone = schemaChanged && reply.commands.includes('ROLLBACK')
    if (changed || undone) statements.forgetAll()
    schemaChanged = status !== 'I' && (schemaChanged || changed)
  }

  function refuseOpenTransaction(): Outcome {
    simple('rollback')
    return { error: { code: '25001', message: 'open transactions with db.transaction(), not with SQL' } }
  }

  return { run }
}

function asFields(error: ErrorFields): ErrorFields {
  const { code, message, severity } = error
  return { code, message, severity }
}
