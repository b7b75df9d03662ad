import type { Answer } from '#server/platform/db/wire/read.ts'

/** Makes bytes Buffers again: between threads they arrive as plain Uint8Array. */
export function withBuffers(answer: Answer): Answer {
  for (const name of answer.byteColumns ?? []) {
    for (const row of answer.rows) row[name] = asBuffers(row[name])
  }
  return answer
}

function asBuffers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asBuffers)
  if (!(value instanceof Uint8Array)) return value
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
}
