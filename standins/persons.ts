import { createHash } from 'node:crypto'

/** The persons to choose from; any other name is a person too. */
export const PERSONS = [
  { name: '小满', sex: 'female' },
  { name: '老周', sex: 'male' },
  { name: '阿禾', sex: '' },
] as const

const NAME_MOST_CHARS = 60

/** Who was chosen on the authorize page: a typed name before a picked one. */
export function chosenName(form: URLSearchParams): string | undefined {
  const name = form.get('name')?.trim() || form.get('person')?.trim()
  return name && name.length <= NAME_MOST_CHARS ? name : undefined
}

export const sexOf = (name: string): 'female' | 'male' | '' => PERSONS.find((one) => one.name === name)?.sex ?? ''

/** The same name is the same person, also after a restart. 28 characters, as WeChat's ids have. */
export const openidOf = (space: string, name: string): string =>
  `o${digest(space, name).toString('base64url').slice(0, 27)}`

/** 10 digits, as Weibo's ids have. */
export const uidOf = (name: string): string =>
  String(1_000_000_000n + (digest('weibo', name).readBigUInt64BE() % 9_000_000_000n))

/** 16 digits that begin with 2088, as Alipay's ids have. */
export const alipayUserIdOf = (name: string): string =>
  `2088${String(digest('alipay', name).readBigUInt64BE() % 1_000_000_000_000n).padStart(12, '0')}`

const digest = (space: string, name: string): Buffer => createHash('sha256').update(`${space}\n${name}`).digest()
