import { EMAIL_MAX_CHARS } from './limits.ts'

export const EMAIL_WRONG = '请填写正确格式邮箱'

/** Invisible characters in an address, which no mailbox has in its name. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** Dots stand between words of the name, never doubled or at an end; nobody uses quoted names. */
const WORD = String.raw`[^\s@<>()[\]",;:\\.\p{C}]+`
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`
/** The last label has a letter: a numeric IP address is no domain. */
const EMAIL = new RegExp(String.raw`^${WORD}(?:\.${WORD})*@(?:${LABEL}\.)+(?=.{2})(?!\d+$)${LABEL}$`, 'u')

/** An address in the one form in which it is kept and written to; before its `@` capitals are the mailbox's own affair. */
export function foldEmail(value: string): string {
  const folded = value.normalize('NFKC').replace(UNSEEN, '').normalize('NFKC').trim()
  const at = folded.lastIndexOf('@')
  if (at < 0) return folded
  // The full stop of Chinese keyboards is a dot in every domain (RFC 3490).
  return folded.slice(0, at) + folded.slice(at).toLowerCase().normalize('NFKC').replace(/。/g, '.')
}

/** Why no letter can be sent there, or undefined. Only the folded form counts. */
export function whyNotEmail(value: string): string | undefined {
  const folded = foldEmail(value)
  return folded.length <= EMAIL_MAX_CHARS && EMAIL.test(folded) ? undefined : EMAIL_WRONG
}

/** Where most people have their mailbox. */
const COMMON = [
  ...['qq.com', '163.com', '126.com', 'gmail.com', 'outlook.com'],
  ...['hotmail.com', 'sina.com', 'sohu.com', 'foxmail.com', 'icloud.com'],
]
/** Real domains that are one slip away from the common ones. */
const REAL = ['q.com', '263.com', 'mail.com', 'email.com', 'ymail.com']

/** `unfinished`: only the end of the domain is missing, which may be about to be typed. */
export type Suggestion = { email: string; text: string; unfinished: boolean }

/** The common domain that is one slip away from what was typed. */
export function suggestEmail(value: string): Suggestion | undefined {
  const [name, typed, ...more] = foldEmail(value).split('@')
  if (!name || !typed || more.length > 0 || COMMON.includes(typed) || REAL.includes(typed)) return undefined
  const domain = COMMON.find((one) => isOneSlip(typed, one))
  if (!domain) return undefined
  return { email: `${name}@${domain}`, text: `是不是 ${domain}？`, unfinished: domain.startsWith(typed) }
}

/** Whether one sign is another one, is missing, is too many, or two have changed places. */
function isOneSlip(typed: string, meant: string): boolean {
  let at = 0
  while (at < meant.length && typed[at] === meant[at]) at++
  const [is, was] = [typed.slice(at), meant.slice(at)]
  return (
    is.slice(1) === was.slice(1) ||
    is === was.slice(1) ||
    is.slice(1) === was ||
    (is[0] === was[1] && is[1] === was[0] && is.slice(2) === was.slice(2))
  )
}
