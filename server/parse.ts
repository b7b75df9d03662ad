import type { z } from 'zod'
import { CODE } from '#contract/codes.ts'
import { Fail } from '#server/fail.ts'

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
  throw new Fail(CODE.badRequest, sentenceOf(issues[0]!), { data: { field: pathOf(issues[0]!) } })
}

type Issue = z.core.$ZodIssue

const DIGITS = /^\d{1,15}$/

/** The same, with a number for each string of digits that did not fit. */
function withNumbers(body: unknown, issues: readonly Issue[]): unknown {
  const copy = structuredClone(body)
  for (const { path } of issues) {
    const name = path.at(-1)!
    const place = path.slice(0, -1).reduce<unknown>((at, step) => Object(at)[step], copy)
    const value = Object(place)[name]
    if (typeof value === 'string' && DIGITS.test(value)) Object(place)[name] = Number(value)
  }
  return copy
}

const pathOf = (issue: Issue): string => issue.path.join('.')

/** Our own words where the schema has some; otherwise which field it is, in plain Chinese. */
function sentenceOf(issue: Issue): string {
  const field = pathOf(issue)
  if (hasChinese(issue.message)) return field ? `${issue.message}（${field}）` : issue.message
  if (issue.code === 'invalid_type' && issue.input === undefined) return `缺少参数 ${field}`
  return field ? `参数 ${field} 不正确` : '请求的内容不正确'
}

const hasChinese = (text: string): boolean => /\p{Script=Han}/u.test(text)
