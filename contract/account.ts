import { z } from 'zod'
import { captcha } from './captcha.ts'
import { flag, id } from './fields.ts'
import { PASSWORD_MIN_CHARS } from './limits.ts'
import { code, PROVIDERS, state } from './oauth.ts'
import { agreement_version } from './system.ts'
import { tel } from './tel.ts'

const PASSWORD_DIGEST = /^[0-9A-F]{32}$/

export const SIGN_IN_WRONG = '手机号或密码错误'
export const PASSWORD_WRONG = '密码错误'
export const TEL_TAKEN = '该手机号已注册，请直接登录'
export const TEL_UNKNOWN = '该手机号尚未注册'
export const PASSWORD_COMMON = '这个密码太常见了，请换一个'
export const CANCEL_TOO_SOON = '刚绑定的账号满24小时后才能用来确认注销'
export const CANCEL_WAY_WRONG = '请用绑定的手机号或社交账号确认注销'

/** Why this password (as typed, before it is hashed) is not accepted, or undefined. */
export function whyNotPassword(value: string): string | undefined {
  if (!value) return '请输入密码'
  if ([...value].length < PASSWORD_MIN_CHARS) return `密码至少为${PASSWORD_MIN_CHARS}位`
  return undefined
}

/** `password` as pages send it: the upper-case MD5 of the typed text. */
export const password = z.string().regex(PASSWORD_DIGEST, '密码格式不正确')

export const loginInput = z.object({ tel, password, agreement_version })
export const registerInput = z.object({ tel, password, captcha, agreement_version })
export const tokenOutput = z.object({ token: z.string() })

export const sessionsOutput = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      source: z.string(),
      /** China time. */
      last_at: z.string(),
      /** 1 for the sign-in that makes the call. */
      current: flag,
    }),
  ),
})
export type Session = z.infer<typeof sessionsOutput>['sessions'][number]
/** Without an id: every sign-in but the caller's present one. */
export const endSessionInput = z.object({ session_id: id.optional() })

/** Capsules for somebody else that would still reach them, and how many of these ask questions. */
export const sentLettersOutput = z.object({ letters: z.int(), asking: z.int() })

/** 1: capsules for somebody else still reach them; 0: they go with their sender. */
const keep_letters = flag.default(1)
/** A code sent to the account's number, or a fresh return from a platform bound to it. */
export const cancelInput = z.union(
  [z.object({ captcha, keep_letters }), z.object({ provider: z.enum(PROVIDERS), code, state, keep_letters })],
  '需要 captcha，或 provider、code 和 state',
)
