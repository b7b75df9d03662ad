import { z } from 'zod'
import { CODE_LENGTH } from './limits.ts'
import { foldDigits, tel } from './tel.ts'

const CAPTCHA = new RegExp(`^\\d{${CODE_LENGTH}}$`)

export const CAPTCHA_WRONG = '验证码错误或已过期'
export const CAPTCHA_SENT = '验证码已发送'
export const CAPTCHA_UNSENT = '验证码发送失败，请稍后再试'

/** The slider's three refusals (specification 8): the last one ends the puzzle, the first one keeps it. */
export const SLIDE_ALIGN = '请控制拼图块对齐缺口'
export const SLIDE_FAILED = '验证失败'
export const SLIDE_TOO_MANY = '验证失败次数过多'
export const SLIDE_NEEDED = '请先完成安全验证'
/** Why no code was sent, for pages to act on (`data.why`): words are for people. */
export type WhyNoCode = 'align' | 'failed' | 'over' | 'needed' | 'unsent'
/** How long a passed slider lets codes be sent again to the same number (readings 4). */
export const SLIDE_PASS_MINUTES = 10
export const SLIDE_TRIES = 5

/** Why this is no verification code, or undefined. */
export function whyNotCaptcha(value: string): string | undefined {
  if (!value) return '请输入验证码'
  if (!CAPTCHA.test(foldDigits(value))) return '请输入4位数字验证码'
  return undefined
}

export const captcha = z.string('验证码不能为空').overwrite(foldDigits).regex(CAPTCHA, CAPTCHA_WRONG)
export const captchaInput = z.object({ tel })

/** Only a label of the page's making; it proves nothing. */
const pk_id = z.string().regex(/^[\w-]{8,64}$/, 'pk_id 必须是 8 到 64 个字母、数字、下划线或连字符')
export const slideInput = z.object({ pk_id })
/** Pixels of the master image; the piece is drawn at height `y`. Where the gap lies is told by the image alone. */
export const slideOutput = z.object({
  width: z.number(),
  height: z.number(),
  piece_width: z.number(),
  piece_height: z.number(),
  y: z.number(),
})
export type Slide = z.infer<typeof slideOutput>
/** `x_value`: the piece's left edge in pixels of the master image. */
export const verifySlideInput = z.object({ pk_id, tel, x_value: z.number().min(0).max(4096) })
