import type { Param } from '#server/platform/db/types.ts'

/**
 * Messages of PostgreSQL's wire protocol (version 3), written one after the other into one reused buffer.
 * https://www.postgresql.org/docs/18/protocol-message-formats.html
 */
const USUAL_BYTES = 64 * 1024

let out = Buffer.allocUnsafe(USUAL_BYTES)
let at = 0

/** The messages that `write` writes, and nothing an earlier one left behind; valid until the next are written. */
export function messagesOf(write: () => void): Uint8Array {
  at = 0
  if (out.length > USUAL_BYTES) out = Buffer.allocUnsafe(USUAL_BYTES)
  write()
  return out.subarray(0, at)
}

/** A simple query: may hold several statements, takes no parameters. */
export function query(sql: string) {
  message('Q', () => text(sql))
}

export function parse(name: string, sql: string) {
  message('P', () => {
    text(name)
    text(sql)
    int16(0) // the types of all parameters are for PostgreSQL to find
  })
}

/** `S` stands for a statement (`P` would be a portal). */
export function describe(name: string) {
  message('D', () => text(`S${name}`))
}

export function close(name: string) {
  message('C', () => text(`S${name}`))
}

/** `formats`: of each column of the answer, 1 for binary; none at all is text for all. */
export function bind(name: string, params: Param[], formats: number[] = []) {
  message('B', () => {
    text('') // the unnamed portal
    text(name)
    int16(params.length)
    for (const param of params) int16(param instanceof Uint8Array ? 1 : 0)
    int16(params.length)
    for (const param of params) value(param)
    int16(formats.length)
    for (const format of formats) int16(format)
  })
}

export function execute() {
  message('E', () => {
    text('')
    int32(0) // no limit of rows
  })
}

export function sync() {
  message('S', () => {})
}

/** Says that no more queries will come. */
export function terminate() {
  message('X', () => {})
}

function message(type: string, body: () => void) {
  reserve(5)
  out[at] = type.charCodeAt(0)
  const lengthAt = at + 1
  at += 5
  body()
  out.writeInt32BE(at - lengthAt, lengthAt)
}

function value(param: Param) {
  if (param === null) return int32(-1)
  if (typeof param === 'string') return sized(Buffer.byteLength(param), () => out.write(param, at, 'utf8'))
  sized(param.length, () => out.set(param, at))
}

function sized(length: number, write: () => void) {
  int32(length)
  reserve(length)
  write()
  at += length
}

function text(value: string) {
  reserve(value.length * 3 + 1)
  at += out.write(value, at, 'utf8')
  out[at++] = 0
}

function int16(value: number) {
  reserve(2)
  at = out.writeUInt16BE(value, at)
}

function int32(value: number) {
  reserve(4)
  at = out.writeInt32BE(value, at)
}

function reserve(bytes: number) {
  if (at + bytes <= out.length) return
  const larger = Buffer.allocUnsafe(Math.max(out.length * 2, at + bytes))
  out.copy(larger, 0, 0, at)
  out = larger
}
