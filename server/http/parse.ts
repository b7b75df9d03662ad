import type { z } from 'zod'
import { CODE, SERVER_TEXT } from '#contract/codes.ts'
import { Fail } from '#server/core/fail.ts'
import { isSentence } from '#server/core/sentences.ts'

/**
 * Input that fits, with defaults filled in and unknown fields dropped – or 1001, whose data name the field. Other clients send
 * flags and counts as strings of digits, which are taken for numbers where only those fit (readings 10).
 */
export function parse<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const sent = schema.safeParse(body ?? {})
  if (sent.success) return sent.data
  const { issues } = sent.error
  const mended = schema.safeParse(withNumbers(body, issues))
  if (mended.success) return mended.data
  const [issue] = issues
  throw badField(issue!.path, issue!.message)
}

/**
 * 1001: the specification's sentence where it has one for the rule, otherwise one for all (readings 4). Field and item stand in
 * `data.field` alone, so that the text is ready to show.
 */
export function badField(path: readonly PropertyKey[], words = ''): Fail {
  const message = isSentence(words) ? words : SERVER_TEXT.badRequest
  return new Fail(CODE.badRequest, message, { data: { field: path.join('.') } })
}

type Issue = z.core.$ZodIssue

const DIGITS = /^\d{1,15}$/

/** The body, with a number for each string of digits that did not fit. */
function withNumbers(body: unknown, issues: readonly Issue[]): unknown {
  const copy = structuredClone(body)
  for (const { path } of issues) {
    const name = path.at(-1)!
    const place = path.slice(0, -1).reduce<unknown>((at, step) => Object(at)[step], copy)
    // A list that was sent as text has no place for a value.
    if (typeof place === 'string') continue
    const value = Object(place)[name]
    if (typeof value === 'string' && DIGITS.test(value)) Object(place)[name] = Number(value)
  }
  return copy
}
