import { z } from 'zod'

const TEL = /^1[3-9]\d{9}$/
/** Characters that address books, keyboards and web pages put between and around digits: blanks, dashes, invisible signs. */
const AROUND_DIGITS = /[\s\p{Pd}\u2212\p{Cf}]/gu
const CHINA = /^(?:\+|00)86/

const TEL_MISSING = '请填写手机号'
export const TEL_WRONG = '请填写正确格式手机'

/** Digits in their plain form, however they were written or copied. */
export const foldDigits = (value: string): string => value.normalize('NFKC').replace(AROUND_DIGITS, '')

/** A number in the one form in which it is kept, looked for and told: without what stands between digits, without +86. */
export const foldTel = (value: string): string => foldDigits(value).replace(CHINA, '')

/** Why this is no telephone number of section 5, or undefined. Only the folded form counts. */
export function whyNotTel(value: string): string | undefined {
  if (!value.trim()) return TEL_MISSING
  if (!TEL.test(foldTel(value))) return TEL_WRONG
  return undefined
}

/** A field's value for typed or pasted text: a number in its one form as soon as it is one, else the text as it is. */
export const typedTel = (value: string): string => (whyNotTel(value) ? value.trimStart() : foldTel(value))

export const tel = z.string(TEL_MISSING).overwrite(foldTel).regex(TEL, TEL_WRONG)

/** `13812345678` → `138****5678`: enough for a person who knows the number to recognise it. */
export const maskTel = (tel: string): string => tel.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2')
