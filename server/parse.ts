import type { z } from 'zod'
import { CODE } from '#contract/codes.ts'
import { Fail } from '#server/fail.ts'

/** Input that fits, with defaults filled in and unknown fields dropped – or 1001 with a message that names the field. */
export function parse<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body ?? {})
  if (parsed.success) return parsed.data
  throw new Fail(CODE.badRequest, sentenceOf(parsed.error.issues[0]!), {
    data: { field: pathOf(parsed.error.issues[0]!) },
  })
}

type Issue = z.core.$ZodIssue

const pathOf = (issue: Issue): string => issue.path.join('.')

/** Our own words where the schema has some; otherwise which field it is, in plain Chinese. */
function sentenceOf(issue: Issue): string {
  const field = pathOf(issue)
  if (hasChinese(issue.message)) return field ? `${issue.message}（${field}）` : issue.message
  if (issue.code === 'invalid_type' && issue.input === undefined) return `缺少参数 ${field}`
  return field ? `参数 ${field} 不正确` : '请求的内容不正确'
}

const hasChinese = (text: string): boolean => /\p{Script=Han}/u.test(text)
