import type { Answer } from '#server/db/wire/read.ts'

/** Bytes arrive as plain Uint8Array: a thread border takes the Buffer off. */
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
