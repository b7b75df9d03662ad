import { holdsBytes, type ReadBytes, textReaderFor } from '#server/platform/db/types.ts'
import type { ErrorFields } from './databaseError.ts'

export type Column = { name: string; oid: number; read: ReadBytes; holdsBytes: boolean }
export type Row = Record<string, unknown>
/** The shape of an answer's rows. `blank` is copied for each row: putting a new name into an object costs much more. */
export type Shape = { columns: Column[]; blank: Row }
/** `byteColumns`: the columns whose bytes lose their Buffer between threads. */
export type Answer = { rows: Row[]; command: string; count: number; byteColumns?: string[] }

/** The whole reply to one call. */
export type Reply = {
  answer: Answer
  /** how many statements ended well: a simple query may hold several */
  commands: string[]
  shape?: Shape
  parsed: boolean
  error?: ErrorFields
  /** `I` outside a transaction, `T` inside one, `E` inside a failed one, undefined before the end */
  status?: 'I' | 'T' | 'E'
}

const ERROR_FIELDS: Record<string, keyof ErrorFields> = {
  V: 'severity',
  C: 'code',
  M: 'message',
  D: 'detail',
  H: 'hint',
  P: 'position',
  W: 'where',
  s: 'schema',
  t: 'table',
  c: 'column',
  d: 'dataType',
  n: 'constraint',
  R: 'routine',
}

const letter = (char: string) => char.charCodeAt(0)
const PARSE_COMPLETE = letter('1')
const ROW_DESCRIPTION = letter('T')
const DATA_ROW = letter('D')
const COMMAND_COMPLETE = letter('C')
const ERROR_RESPONSE = letter('E')
const READY_FOR_QUERY = letter('Z')

/** Reads the messages in `bytes`; `known` is the shape of a statement described before. */
export function readReply(bytes: Buffer, known: Shape | undefined): Reply {
  const reply = newReply(known)
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    readMessage(bytes, at, reply)
  }
  const bytesIn = reply.shape?.columns.filter((column) => column.holdsBytes)
  if (bytesIn?.length) reply.answer.byteColumns = bytesIn.map((column) => column.name)
  return reply
}

export const newReply = (known: Shape | undefined): Reply => ({
  answer: { rows: [], command: '', count: 0 },
  commands: [],
  shape: known,
  parsed: false,
})

/** One message, whole, that begins at `at`; what this does not know – notices, settings – says nothing of the reply. */
export function readMessage(bytes: Buffer, at: number, reply: Reply) {
  const body = at + 5
  switch (bytes[at]) {
    case DATA_ROW:
      if (reply.shape) reply.answer.rows.push(readRow(bytes, body, reply.shape))
      break
    case COMMAND_COMPLETE:
      readTag(readText(bytes, body), reply)
      break
    case ROW_DESCRIPTION:
      reply.shape = shapeOf(readColumns(bytes, body))
      reply.answer.rows = []
      break
    case PARSE_COMPLETE:
      reply.parsed = true
      break
    case ERROR_RESPONSE:
      reply.error = readError(bytes, body)
      break
    case READY_FOR_QUERY:
      reply.status = String.fromCharCode(bytes[body]!) as Reply['status']
  }
}

export const shapeOf = (columns: Column[]): Shape => ({
  columns,
  blank: Object.fromEntries(columns.map(({ name }) => [name, null])),
})

function readRow(bytes: Buffer, start: number, { columns, blank }: Shape): Row {
  const row = { ...blank }
  let at = start + 2
  for (const column of columns) {
    const length = bytes.readInt32BE(at)
    at += 4
    if (length < 0) {
      row[column.name] = null
      continue
    }
    row[column.name] = column.read(bytes, at, at + length)
    at += length
  }
  return row
}

function readColumns(bytes: Buffer, start: number): Column[] {
  const columns: Column[] = []
  let at = start + 2
  for (let left = bytes.readUInt16BE(start); left > 0; left--) {
    const name = readText(bytes, at)
    at += Buffer.byteLength(name) + 1
    const oid = bytes.readUInt32BE(at + 6)
    columns.push({ name, oid, read: textReaderFor(oid), holdsBytes: holdsBytes(oid) })
    at += 18
  }
  return columns
}

/** `INSERT 0 1`, `UPDATE 3`, `COMMIT`, `CREATE TABLE`: the words and, last, the rows. */
function readTag(tag: string, reply: Reply) {
  const words = tag.split(' ')
  const last = Number(words.at(-1))
  reply.answer.command = Number.isNaN(last) ? tag : words[0]!
  reply.answer.count = Number.isNaN(last) ? 0 : last
  reply.commands.push(reply.answer.command)
}

function readError(bytes: Buffer, start: number): ErrorFields {
  const fields: ErrorFields = { message: '', code: '' }
  for (let at = start; bytes[at] !== 0; ) {
    const name = ERROR_FIELDS[String.fromCharCode(bytes[at]!)]
    const text = readText(bytes, at + 1)
    if (name) fields[name] = text
    at += Buffer.byteLength(text) + 2
  }
  return fields
}

function readText(bytes: Buffer, start: number): string {
  return bytes.toString('utf8', start, bytes.indexOf(0, start))
}
