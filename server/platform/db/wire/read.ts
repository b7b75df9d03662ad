import { binaryReaderFor, type ReadBytes, textReaderFor } from '#server/platform/db/types.ts'
import type { ErrorFields } from './databaseError.ts'

export type Column = { name: string; oid: number; read: ReadBytes }
export type Row = Record<string, unknown>
/** The shape of an answer's rows. `blank` is copied for each row: putting a new name into an object costs much more. */
export type Shape = { columns: Column[]; blank: Row }
export type Answer = { rows: Row[]; command: string; count: number }

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

/** Reads the messages in `bytes`, rows and all. */
export function readReply(bytes: Buffer): Reply {
  const reply = newReply(undefined)
  for (let at = 0; at + HEAD_BYTES <= bytes.length; at = nextMessage(bytes, at)) readMessage(bytes, at, reply)
  return reply
}

/** How the call went, without its rows: they are read by the thread that wants them. */
export function readOutcome(bytes: Buffer): Reply {
  const reply = newReply(undefined)
  for (let at = 0; at + HEAD_BYTES <= bytes.length; at = nextMessage(bytes, at))
    if (bytes[at] !== DATA_ROW && bytes[at] !== ROW_DESCRIPTION) readMessage(bytes, at, reply)
  return reply
}

const HEAD_BYTES = 5
const nextMessage = (bytes: Buffer, at: number): number => at + 1 + bytes.readInt32BE(at + 1)

export type Described = { description: Buffer; formats: number[] }

/**
 * The description of rows in a statement's first reply, as it stands for later ones, which are asked for in these `formats`:
 * binary where that is read faster.
 */
export function describedIn(bytes: Buffer): Described {
  let at = 0
  while (at < bytes.length && bytes[at] !== ROW_DESCRIPTION) at = nextMessage(bytes, at)
  const description = Buffer.from(bytes.subarray(at, at < bytes.length ? nextMessage(bytes, at) : at))
  const formats: number[] = []
  if (description.length > 0)
    eachColumn(description, HEAD_BYTES, (_name, oid, formatAt) => {
      formats.push(formatOf(oid))
      description.writeInt16BE(formatOf(oid), formatAt)
    })
  return { description, formats }
}

/** The format in which a column of this type is asked for, where one may choose: 1 is binary. */
export const formatOf = (oid: number): number => (binaryReaderFor(oid) ? 1 : 0)

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
      reply.shape = shapeAt(bytes, at)
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

const SHAPES_MOST = 1_000
const shapes = new Map<string, Shape>()

/** By its description, byte for byte: it comes with every answer, and a shape costs more to make than rows to read. */
function shapeAt(bytes: Buffer, at: number): Shape {
  const described = bytes.toString('latin1', at, nextMessage(bytes, at))
  const known = shapes.get(described)
  if (known) return known
  const shape = shapeOf(readColumns(bytes, at + HEAD_BYTES))
  if (shapes.size >= SHAPES_MOST) shapes.clear()
  shapes.set(described, shape)
  return shape
}

function readColumns(bytes: Buffer, start: number): Column[] {
  const columns: Column[] = []
  eachColumn(bytes, start, (name, oid, formatAt) => {
    const binary = bytes.readInt16BE(formatAt) === 1 ? binaryReaderFor(oid) : undefined
    columns.push({ name, oid, read: binary ?? textReaderFor(oid) })
  })
  return columns
}

function eachColumn(bytes: Buffer, start: number, tell: (name: string, oid: number, formatAt: number) => void): void {
  let at = start + 2
  for (let left = bytes.readUInt16BE(start); left > 0; left--) {
    const name = readText(bytes, at)
    at += Buffer.byteLength(name) + 1
    tell(name, bytes.readUInt32BE(at + 6), at + 16)
    at += 18
  }
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
