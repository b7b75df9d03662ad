import { z } from 'zod'
import { foldDigits } from './tel.ts'

const TOTP = /^\d{6}$/
const TOTP_WRONG = '请输入6位动态码'

/** Why these are not the six digits of the moment, however an app writes them. */
export const whyNotTotp = (value: string): string | undefined => (TOTP.test(foldDigits(value)) ? undefined : TOTP_WRONG)

export const totp = z.string().overwrite(foldDigits).regex(TOTP, TOTP_WRONG)
