import { z } from 'zod'
import { MAX_UPLOAD_BYTES } from '#contract/limits.ts'
import { denied, FormRefused } from './refusal.ts'
import type { Fields } from './signature.ts'

const CONDITIONS_MOST = 100
/** OSS demands of a V4 policy that it names what the signature rests on. */
const NAMED_IN_V4 = ['x-oss-signature-version', 'x-oss-credential', 'x-oss-date', 'x-oss-security-token']

const value = z.union([z.string(), z.number()]).transform(String)
const bytes = z.int().nonnegative()
const condition = z.union([
  z.record(z.string(), value),
  z.tuple([z.enum(['eq', 'starts-with']), z.string(), value]),
  z.tuple([z.enum(['in', 'not-in']), z.string(), z.array(value)]),
  z.tuple([z.literal('content-length-range'), bytes, bytes]),
])
const document = z.object({
  expiration: z.iso.datetime({ offset: true }),
  conditions: z.array(condition).max(CONDITIONS_MOST),
})
type Condition = z.infer<typeof condition>
type Rule = { how: keyof typeof HOLDS; field: string; wanted: string | string[] }
/** How many bytes the file may have. */
export type Range = { least: number; most: number }

const HOLDS = {
  eq: (given: string, wanted: string | string[]) => given === wanted,
  'starts-with': (given: string, wanted: string | string[]) => given.startsWith(String(wanted)),
  in: (given: string, wanted: string | string[]) => wanted.includes(given),
  'not-in': (given: string, wanted: string | string[]) => !wanted.includes(given),
}

/** Throws unless the form keeps every condition of its policy, in its time. The size is known later: its range is answered. */
export function checkPolicy(fields: Fields, now: Date): Range {
  const { expiration, conditions } = readPolicy(fields.get('policy') ?? '')
  if (Date.parse(expiration) <= now.getTime()) throw denied('上传凭证已过期，请重新获取')
  const rules = conditions.flatMap(rulesOf)
  const broken = rules.find(({ how, field, wanted }) => !HOLDS[how](fields.get(field) ?? '', wanted))
  if (broken) throw denied(`表单不符合签名时的约定：${broken.field}`)
  const unnamed = fields.has('x-oss-signature-version') && NAMED_IN_V4.find((name) => !isNamed(rules, name))
  if (unnamed) throw denied(`签名时的约定里缺少 ${unnamed}`)
  return conditions.reduce(narrowed, { least: 1, most: MAX_UPLOAD_BYTES })
}

function readPolicy(policy: string): z.infer<typeof document> {
  try {
    return document.parse(JSON.parse(Buffer.from(policy, 'base64').toString()))
  } catch {
    throw new FormRefused('InvalidPolicyDocument', '签名时的约定读不懂')
  }
}

/** There is one bucket here, so whatever a policy calls it is right. */
function rulesOf(one: Condition): Rule[] {
  const rules = Array.isArray(one)
    ? listRules(one)
    : Object.entries(one).map(([field, wanted]) => ruleOf('eq', field, wanted))
  return rules.filter(({ field }) => field !== 'bucket')
}

const listRules = (one: Extract<Condition, unknown[]>): Rule[] =>
  one[0] === 'content-length-range' ? [] : [ruleOf(one[0], one[1], one[2])]

const ruleOf = (how: Rule['how'], field: string, wanted: Rule['wanted']): Rule => ({
  how,
  field: field.replace(/^\$/, '').toLowerCase(),
  wanted,
})

const isNamed = (rules: Rule[], name: string): boolean => rules.some(({ how, field }) => how === 'eq' && field === name)

function narrowed(range: Range, one: Condition): Range {
  if (!Array.isArray(one) || one[0] !== 'content-length-range') return range
  const [, least, most] = one
  if (most < least) throw new FormRefused('InvalidPolicyDocument', '签名时的约定读不懂')
  return { least: Math.max(range.least, least), most: Math.min(range.most, most) }
}
