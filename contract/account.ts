import { z } from 'zod'
import { flag } from './flag.ts'
import { CODE_LENGTH, PASSWORD_MIN_CHARS } from './limits.ts'
import { balances } from './wallet.ts'

const TEL = /^1[3-9]\d{9}$/
const CAPTCHA = new RegExp(`^\\d{${CODE_LENGTH}}$`)
const PASSWORD_DIGEST = /^[0-9A-F]{32}$/

export const TEL_WRONG = '请填写正确格式手机'
export const SIGN_IN_WRONG = '手机号或密码错误'
export const CAPTCHA_WRONG = '验证码错误或已过期'
export const CAPTCHA_SENT = '验证码已发送'
export const TEL_TAKEN = '该手机号已注册，请直接登录'
export const TEL_UNKNOWN = '该手机号尚未注册'
export const PASSWORD_COMMON = '这个密码太常见了，请换一个'

/** Why this is no telephone number of section 5, or undefined. */
export function whyNotTel(value: string): string | undefined {
  if (!value.trim()) return '请填写手机号'
  if (!TEL.test(value)) return TEL_WRONG
  return undefined
}

/** Why this password (as typed, before it is hashed) is not accepted, or undefined. */
export function whyNotPassword(value: string): string | undefined {
  if (!value) return '请输入密码'
  if ([...value].length < PASSWORD_MIN_CHARS) return `密码至少为${PASSWORD_MIN_CHARS}位`
  return undefined
}

/** Why this is no verification code, or undefined. */
export function whyNotCaptcha(value: string): string | undefined {
  if (!value) return '请输入验证码'
  if (!CAPTCHA.test(value)) return '请输入4位数字验证码'
  return undefined
}

export const tel = z.string().regex(TEL, TEL_WRONG)
/** What pages send as `password`: the upper-case MD5 of what was typed. */
const password = z.string().regex(PASSWORD_DIGEST, '密码格式不正确')
const captcha = z.string().regex(CAPTCHA, CAPTCHA_WRONG)
const agreement_version = z.string().max(20).optional()

export const captchaInput = z.object({ tel })
export const loginInput = z.object({ tel, password, agreement_version })
export const registerInput = z.object({ tel, password, captcha, agreement_version })
export const tokenOutput = z.object({ token: z.string() })

export const user = z.object({
  id: z.string(),
  nickname: z.string(),
  avatar: z.string(),
  sex: z.enum(['', '0', '1']),
  tel: z.string(),
  weibo_nickname: z.string(),
  ...balances.shape,
  /** 1 until the welcome gift is claimed. */
  is_first: flag,
})
export type User = z.infer<typeof user>
export const userOutput = z.object({ user })

/** A stored nickname stays for the operator's books; people see this once the account is closed. */
export const CANCELLED_NAME = '该用户已注销'
