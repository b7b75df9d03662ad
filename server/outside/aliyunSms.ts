import { randomUUID } from 'node:crypto'
import { signAcs3 } from './acs3.ts'
import { type Delivery, label, neverReached } from './delivery.ts'
import { readText } from './readText.ts'
import type { AliyunSms } from './settings.ts'

/** `outId` comes back in Aliyun's reports; it keeps nothing from being sent twice. */
export type Sms = { tel: string; params: Record<string, string>; outId: string }

const VERSION = '2017-05-25'
const TIMEOUT_MS = 10_000
/** Names without digits: nothing of a number or a code can stand in what is kept and logged. */
const ALIYUN_CODE = /^[A-Za-z_.-]{1,80}$/

/** Asks once: Aliyun sends again what it is asked again. */
export async function sendAliyunSms(settings: AliyunSms, sms: Sms, timeoutMs = TIMEOUT_MS): Promise<Delivery> {
  const { url, headers } = signAcs3(settings, {
    baseUrl: settings.url,
    action: 'SendSms',
    version: VERSION,
    query: {
      OutId: sms.outId,
      PhoneNumbers: sms.tel,
      SignName: settings.signName,
      TemplateCode: settings.templateCode,
      TemplateParam: JSON.stringify(sms.params),
    },
    at: new Date(),
    nonce: randomUUID(),
  })
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { method: 'POST', headers, redirect: 'manual', signal })
    return deliveryOf(response.status, await readText(response))
  } catch (error) {
    const code = codeOf(error)
    return { outcome: neverReached(code) ? 'failed' : 'unknown', code }
  }
}

function deliveryOf(status: number, text: string): Delivery {
  const { Code, BizId } = fieldsOf(text)
  if (Code === 'OK') return { outcome: 'sent', code: 'OK', id: label(BizId) }
  if (typeof Code === 'string') return { outcome: 'failed', code: ALIYUN_CODE.test(Code) ? Code : undefined }
  // No word of Aliyun's own: a refusal on the way is one, but what stumbled may have sent it first.
  const refused = status >= 300 && status < 500
  return { outcome: refused ? 'failed' : 'unknown', code: `HTTP ${status}` }
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** fetch hides the system's error behind its own. */
function codeOf(error: unknown): string | undefined {
  const { name, cause } = error as Error & { cause?: { code?: unknown } }
  return label(cause?.code) ?? label(name)
}
