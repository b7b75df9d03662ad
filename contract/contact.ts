import { z } from 'zod'
import { EMAIL_WRONG, foldEmail, whyNotEmail } from './email.ts'
import { flag } from './fields.ts'
import { EMAIL_MAX_CHARS, WEIBO_MAX_CHARS } from './limits.ts'
import { TEL_WRONG, tel, whyNotTel } from './tel.ts'

// Whom to tell of a capsule, and by which way.

/** `mention`: the official account may name the Weibo contact in public (platforms: best effort). */
export type Contact = { tel?: string; email?: string; weibo?: string; mention?: number }

export const WEIBO_WRONG = '微博昵称只能有中文、字母、数字、_ 和 -，最多30字'
/** The characters of a Weibo name: our own account posts it, so no other text may stand in its place. */
export const whyNotWeibo = (name: string): string | undefined =>
  /^@?[\p{L}\p{N}_-]{1,30}$/u.test(name) ? undefined : WEIBO_WRONG

export const CONTACT_MISSING = '请至少填写一种联系方式'
/** The fault of each contact field; when all are empty, the first one says so. */
export function whyNotWays({ tel, email, weibo }: Contact): Pick<Contact, 'tel' | 'email' | 'weibo'> {
  if (!tel && !email && !weibo) return { tel: CONTACT_MISSING }
  return {
    tel: tel && whyNotTel(tel) ? TEL_WRONG : undefined,
    email: (email && whyNotEmail(email)) || undefined,
    weibo: (weibo && whyNotWeibo(weibo)) || undefined,
  }
}

/** At least one way to be told, each in its pattern. */
export const whyNotContact = (contact: Contact): string | undefined => Object.values(whyNotWays(contact)).find(Boolean)

const contactFields = z.object({
  tel: z.union([tel, z.literal('')], TEL_WRONG).optional(),
  email: z
    .string()
    .overwrite(foldEmail)
    .max(EMAIL_MAX_CHARS, EMAIL_WRONG)
    .refine((value) => !value || !whyNotEmail(value), EMAIL_WRONG)
    .optional(),
  weibo: z
    .string()
    .trim()
    .max(WEIBO_MAX_CHARS, WEIBO_WRONG)
    .refine((value) => !value || !whyNotWeibo(value), WEIBO_WRONG)
    .optional(),
  mention: flag.optional(),
})
/** Other clients say phoneNumber and mailboxAddress for tel and email (specification 3). */
export const contactInput = z.preprocess((sent) => {
  if (typeof sent !== 'object' || sent === null) return sent
  const { phoneNumber, mailboxAddress, ...named } = sent as Record<string, unknown>
  return {
    ...(phoneNumber !== undefined && { tel: phoneNumber }),
    ...(mailboxAddress !== undefined && { email: mailboxAddress }),
    // A field that is not named stays as it is.
    ...named,
  }
}, contactFields)
export const contact = contactInput.optional()
