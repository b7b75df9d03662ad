import { z } from 'zod'

const TEL = /^1[3-9]\d{9}$/

export const TEL_WRONG = '请填写正确格式手机'

/** Why this is no telephone number of section 5, or undefined. */
export function whyNotTel(value: string): string | undefined {
  if (!value.trim()) return '请填写手机号'
  if (!TEL.test(value)) return TEL_WRONG
  return undefined
}

export const tel = z.string().regex(TEL, TEL_WRONG)

/** `13812345678` → `138****5678`: enough for who knows the number to know it again. */
export const maskTel = (tel: string): string => tel.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2')
