import { SOMEBODY } from '#contract/notice.ts'
import { maskTel } from '#contract/tel.ts'

/** Of whose a message tells, as a letter and as an SMS say it. */
export type SenderName = { letter: string; sms: string }

/** Characters that a mail program or a telephone would make an address of, and invisible ones. */
const LEADING = /[\p{C}<>@:/\\.．。：／＠]/gu

/** A name that leads nowhere, whatever somebody called themselves; '' when nothing is left of it. */
export const harmless = (nickname: string): string => nickname.replace(LEADING, '').trim()

/** The name alone, for a page. */
export const shownSender = (nickname: string): string => harmless(nickname) || SOMEBODY

/** By name and shortened number; an SMS may hold no free text, and says the number alone. */
export function senderNameOf({ nickname, tel }: { nickname: string; tel: string | null }): SenderName {
  const name = harmless(nickname)
  const number = tel ? maskTel(tel) : ''
  const letter = name && number ? `${name}（${number}）` : name || number || SOMEBODY
  return { letter, sms: number || SOMEBODY }
}
