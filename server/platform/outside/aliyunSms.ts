import { askAliyun, codeOf, fieldsOf } from './askAliyun.ts'
import { type Arrival, type Delivery, label, neverReached } from './delivery.ts'
import type { AliyunSms } from './settings/aliyunSms.ts'

/** `outId` comes back in Aliyun's reports; it keeps nothing from being sent twice. */
export type Sms = { tel: string; template: string; params: Record<string, string>; outId: string }

const VERSION = '2017-05-25'
const TIMEOUT_MS = 10_000
/** For all days of one question: shorter than a process keeps a message that it has taken (message/claim.ts). */
const ASKING_MS = 60_000
/** Names without digits: no part of a telephone number or a code can be kept or logged. */
const ALIYUN_CODE = /^[A-Za-z_.-]{1,80}$/

/** Asks once: Aliyun sends the message again for each request. */
export async function sendAliyunSms(settings: AliyunSms, sms: Sms, timeoutMs = TIMEOUT_MS): Promise<Delivery> {
  try {
    const query = {
      OutId: sms.outId,
      PhoneNumbers: sms.tel,
      SignName: settings.signName,
      TemplateCode: settings.templates[sms.template]!,
      TemplateParam: JSON.stringify(sms.params),
    }
    const { status, text } = await askAliyun(settings, { action: 'SendSms', version: VERSION, query }, timeoutMs)
    return deliveryOf(status, text)
  } catch (error) {
    const code = codeOf(error)
    return { outcome: neverReached(code) ? 'failed' : 'unknown', code }
  }
}

/**
 * A message of ours that may be there already, by its number, its days and the name it was sent under; `like`: or by its
 * template and what stands in its text, when nobody knows that name any more.
 */
export type SentSms = {
  tel: string
  outId: string
  days: string[]
  like?: Pick<Sms, 'template' | 'params'> | undefined
}

/** The state of a message at Aliyun: SendStatus 1 is under way, 2 will never arrive, 3 has arrived. */
export async function askAliyunSms(
  settings: AliyunSms,
  sms: SentSms,
  timeoutMs = TIMEOUT_MS,
  withinMs = ASKING_MS,
): Promise<Arrival> {
  const deadline = performance.now() + withinMs
  try {
    for (const day of sms.days) {
      const leftMs = Math.floor(deadline - performance.now())
      if (leftMs <= 0) return undefined
      const details = await detailsOf(settings, { tel: sms.tel, day }, Math.min(timeoutMs, leftMs))
      if (!details) return undefined
      const own = details.find(({ OutId }) => OutId === sms.outId) ?? details.find((one) => isLike(settings, sms, one))
      if (own) return ARRIVAL[String(own.SendStatus)] ?? 'under way'
    }
    return 'none'
  } catch {
    return undefined
  }
}

type Detail = Record<string, unknown>

/** The messages that went to a number on a day; undefined when Aliyun does not say. */
async function detailsOf(settings: AliyunSms, { tel, day }: { tel: string; day: string }, timeoutMs: number) {
  const query = { PhoneNumber: tel, SendDate: day.replaceAll('-', ''), PageSize: '50', CurrentPage: '1' }
  const { text } = await askAliyun(settings, { action: 'QuerySendDetails', version: VERSION, query }, timeoutMs)
  const { Code, SmsSendDetailDTOs } = fieldsOf(text)
  if (Code !== 'OK') return undefined
  const { SmsSendDetailDTO: details = [] } = Object(SmsSendDetailDTOs) as { SmsSendDetailDTO?: unknown }
  return Array.isArray(details) ? (details as Detail[]) : []
}

/** Two capsules of one number have one template: what stands in the text tells them apart, wherever Aliyun says it. */
function isLike({ templates }: AliyunSms, { like }: SentSms, { TemplateCode, Content }: Detail): boolean {
  if (!like || TemplateCode !== templates[like.template]) return false
  return typeof Content !== 'string' || Object.values(like.params).every((value) => hasWord(Content, value))
}

/** Not as a part of a longer number or token. */
const hasWord = (text: string, word: string): boolean =>
  text
    .split(word)
    .some((before, at, parts) => at < parts.length - 1 && !/[\w-]$/.test(before) && !/^[\w-]/.test(parts[at + 1]!))

const ARRIVAL: Record<string, Arrival> = { 1: 'under way', 2: 'lost', 3: 'arrived' }
const NO_SUCH_NUMBER = 'isv.MOBILE_NUMBER_ILLEGAL'

function deliveryOf(status: number, text: string): Delivery {
  const { Code, BizId } = fieldsOf(text)
  if (Code === 'OK') return { outcome: 'sent', code: 'OK', id: label(BizId) }
  if (typeof Code === 'string') {
    const bounced = Code === NO_SUCH_NUMBER
    return { outcome: 'failed', code: ALIYUN_CODE.test(Code) ? Code : undefined, ...(bounced ? { bounced } : {}) }
  }
  // No word of Aliyun's own: a refusal on the way is one, but what stumbled may have sent it first.
  const refused = status >= 300 && status < 500
  return { outcome: refused ? 'failed' : 'unknown', code: `HTTP ${status}` }
}
