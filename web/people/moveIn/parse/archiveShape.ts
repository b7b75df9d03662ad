import { ARCHIVE_VERSION } from '#contract/archiveFiles.ts'
import { NotReadable } from '../parsed.ts'

// The shape of an archive's files (contract/archiveFiles.ts), looked at by hand: schemas are not in the browser build. Only what an
// import needs is asked for. Fields that are not known are ignored, as every reader of an archive does.

export type Fields = Record<string, unknown>

export const NOT_OURS = '没有找到时光胶囊的归档，有几卷时请连第一卷一起选上'
export const NEWER = '这份归档是更新的版本写的，这里还读不了'
export const damaged = (name: string): string => `归档里的「${name}」不完整，请重新下载归档后再试`

export type Medium = {
  kind: 'picture' | 'video' | 'file'
  path: string
  name: string
  remark: string
  poster: string
  missing: string
}
export type Part =
  | { kind: 'text'; html: string; remark: string }
  | { kind: 'plain'; text: string; remark: string }
  | Medium
  | { kind: 'place'; name: string; address: string; latitude: number | null; longitude: number | null }
  /** Of a kind that came after this reader. */
  | { kind: 'unknown' }
export type Item = {
  id: string
  kind: 'capsule' | 'diary' | 'forecast'
  form: 'text' | 'graphic'
  state: 'written' | 'opened' | 'draft' | 'deleted' | 'sealed'
  title: string
  date: string
  created_at: string
  sealed_at: string
  open_time: string
  opened_at: string
  parts: Part[]
  missing: string
  words: string
  remark: string
  confidence: number | null
  reply: { text: string; at: string } | null
  judgement: { result: 1 | 2 | 3 | 4; text: string; at: string } | null
  hasReceipt: boolean
}

/** Something is not of the shape it should have. Which file it is in, the caller knows. */
class Misshapen extends Error {}

/** The value of this JSON file; `read` looks at it. Throws NotReadable where it is none, not of this version, or not of its shape. */
export function readShape<Value>(name: string, text: string, read: (fields: Fields) => Value): Value {
  try {
    const fields = fieldsIn(JSON.parse(text))
    if (fields.version !== ARCHIVE_VERSION) {
      throw new NotReadable(typeof fields.version === 'number' ? NEWER : damaged(name))
    }
    return read(fields)
  } catch (error) {
    if (error instanceof Misshapen || error instanceof SyntaxError || error instanceof RangeError)
      throw new NotReadable(damaged(name), { cause: error })
    throw error
  }
}

export function fieldsIn(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Misshapen('no object')
  return value as Fields
}

export function textIn(fields: Fields, name: string): string {
  const value = fields[name]
  if (typeof value !== 'string') throw new Misshapen(name)
  return value
}

export function listIn(fields: Fields, name: string): Fields[] {
  const value = fields[name]
  if (!Array.isArray(value)) throw new Misshapen(name)
  return value.map(fieldsIn)
}

export function numberIn(fields: Fields, name: string): number {
  const value = fields[name]
  if (typeof value !== 'number') throw new Misshapen(name)
  return value
}

const maybeNumberIn = (fields: Fields, name: string): number | null =>
  fields[name] === null ? null : numberIn(fields, name)

export const recordIn = (fields: Fields, name: string): Fields => fieldsIn(fields[name])

export function textsIn(fields: Fields, name: string): string[] {
  const value = fields[name]
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) throw new Misshapen(name)
  return value
}

function oneOf<Choice extends string | number>(fields: Fields, name: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((one) => one === fields[name])
  if (choice === undefined) throw new Misshapen(name)
  return choice
}

function maybeIn<Value>(fields: Fields, name: string, read: (fields: Fields) => Value): Value | null {
  const value = fields[name]
  return value === null ? null : read(fieldsIn(value))
}

export const itemsIn = (fields: Fields): Item[] => listIn(fields, 'items').map(itemOf)

const ID = /^\d{1,16}$/

function itemOf(fields: Fields): Item {
  const text = (name: string) => textIn(fields, name)
  if (!ID.test(text('id'))) throw new Misshapen('id')
  return {
    id: text('id'),
    kind: oneOf(fields, 'kind', ['capsule', 'diary', 'forecast'] as const),
    form: oneOf(fields, 'form', ['text', 'graphic'] as const),
    state: oneOf(fields, 'state', ['written', 'opened', 'draft', 'deleted', 'sealed'] as const),
    title: text('title'),
    date: text('date'),
    created_at: text('created_at'),
    sealed_at: text('sealed_at'),
    open_time: text('open_time'),
    opened_at: text('opened_at'),
    parts: listIn(fields, 'parts').map(partOf),
    missing: text('missing'),
    words: text('words'),
    remark: text('remark'),
    confidence: maybeNumberIn(fields, 'confidence'),
    reply: maybeIn(fields, 'reply', (reply) => ({ text: textIn(reply, 'text'), at: textIn(reply, 'at') })),
    judgement: maybeIn(fields, 'judgement', (judgement) => ({
      result: oneOf(judgement, 'result', [1, 2, 3, 4] as const),
      text: textIn(judgement, 'text'),
      at: textIn(judgement, 'at'),
    })),
    hasReceipt: fields.receipt !== undefined,
  }
}

function partOf(fields: Fields): Part {
  const text = (name: string) => textIn(fields, name)
  const kind = text('kind')
  if (kind === 'text') return { kind, html: text('html'), remark: text('remark') }
  if (kind === 'plain') return { kind, text: text('text'), remark: text('remark') }
  if (kind === 'place') {
    const [latitude, longitude] = [maybeNumberIn(fields, 'latitude'), maybeNumberIn(fields, 'longitude')]
    return { kind, name: text('name'), address: text('address'), latitude, longitude }
  }
  if (kind !== 'picture' && kind !== 'video' && kind !== 'file') return { kind: 'unknown' }
  return {
    kind,
    path: text('path'),
    name: text('name'),
    remark: text('remark'),
    poster: text('poster'),
    missing: text('missing'),
  }
}
