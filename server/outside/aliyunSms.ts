import { chinaDay } from '#contract/time.ts'
import { askAliyun, codeOf, fieldsOf } from './askAliyun.ts'
import { type Arrival, type Delivery, label, neverReached } from './delivery.ts'
import type { AliyunSms } from './settings/aliyunSms.ts'

/** `outId` comes back in Aliyun's reports; it keeps nothing from being sent twice. */
export type Sms = { tel: string; template: string; params: Record<string, string>; outId: string }

const VERSION = '2017-05-25'
const TIMEOUT_MS = 10_000
/** Names without digits: nothing of a number or a code can stand in what is kept and logged. */
const ALIYUN_CODE = /^[A-Za-z_.-]{1,80}$/

/** Asks once: Aliyun sends again what it is asked again. */
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

/** A message of ours that may be there already, by its number, its day and the name it was sent under. */
export type SentSms = { tel: string; outId: string; at: Date }

/** What Aliyun knows of a message: SendStatus 1 is under way, 2 will never arrive, 3 has arrived. */
export async function askAliyunSms(settings: AliyunSms, sms: SentSms, timeoutMs = TIMEOUT_MS): Promise<Arrival> {
  try {
    const query = {
      PhoneNumber: sms.tel,
      SendDate: chinaDay(sms.at).replaceAll('-', ''),
      PageSize: '50',
      CurrentPage: '1',
    }
    const { text } = await askAliyun(settings, { action: 'QuerySendDetails', version: VERSION, query }, timeoutMs)
    const { Code, SmsSendDetailDTOs } = fieldsOf(text)
    if (Code !== 'OK') return undefined
    const { SmsSendDetailDTO: details = [] } = Object(SmsSendDetailDTOs) as { SmsSendDetailDTO?: unknown }
    const own = Array.isArray(details) ? details.find(({ OutId }) => OutId === sms.outId) : undefined
    return own ? (ARRIVAL[String(own.SendStatus)] ?? 'under way') : 'none'
  } catch {
    return undefined
  }
}

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
