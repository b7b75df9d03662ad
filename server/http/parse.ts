import type { z } from 'zod'
import { CODE } from '#contract/codes.ts'
import { Fail } from '#server/core/fail.ts'

/**
 * Input that fits, with defaults filled in and unknown fields dropped – or 1001 with a message that names the field. Other
 * clients send flags and counts as strings of digits, which are taken for numbers where only those fit (readings 10).
 */
export function parse<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const sent = schema.safeParse(body ?? {})
  if (sent.success) return sent.data
  const { issues } = sent.error
  const mended = schema.safeParse(withNumbers(body, issues))
  if (mended.success) return mended.data
  throw refusalOf(issues[0]!)
}

/** 1001 that names the field, in our own words of what is wrong there. */
export function badField(path: readonly PropertyKey[], words: string): Fail {
  const field = path.join('.')
  return badRequest(field, field ? `${words}（${field}）` : words)
}

const badRequest = (field: string, message: string): Fail => new Fail(CODE.badRequest, message, { data: { field } })

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

/** Our own words where the schema has some; otherwise which field it is, in plain Chinese. */
function refusalOf(issue: Issue): Fail {
  if (hasChinese(issue.message)) return badField(issue.path, issue.message)
  const field = issue.path.join('.')
  if (issue.code === 'invalid_type' && issue.input === undefined) return badRequest(field, `缺少参数 ${field}`)
  return badRequest(field, field ? `参数 ${field} 不正确` : '请求的内容不正确')
}

const hasChinese = (text: string): boolean => /\p{Script=Han}/u.test(text)
