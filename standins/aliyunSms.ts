import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { type AccessKey, bodyOf, makeGate, queryOf } from './acs3.ts'
import { listen, type Served } from './http.ts'

/**
 * 'hang' says nothing, ever; 'break' ends the connection without a word; 'take and break' sends the message all the same.
 */
export type SmsAnswer = object | 'hang' | 'break' | 'take and break'
type Options = AccessKey & {
  /** The answer to a well-signed request. */
  answer?: () => SmsAnswer | Promise<SmsAnswer>
  /** The state that QuerySendDetails gives for a message that was taken: 1 under way, 2 will never arrive, 3 has arrived. */
  status?: (tel: string) => 1 | 2 | 3
  /** Runs while the answer to QuerySendDetails is on its way back. */
  asked?: () => void | Promise<void>
}
/** A message that it took, on which day in China. */
export type TakenSms = { tel: string; outId: string; template: string; params: Record<string, string>; day?: string }
type SmsRequest = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  query: Record<string, string>
  /** Why it was turned away, as Aliyun's code. */
  refused: string | undefined
}
type AliyunSmsStandin = Served & { requests: SmsRequest[]; taken: TakenSms[] }

/** SendSms and QuerySendDetails of Aliyun on this machine: lets in only what is signed as Aliyun asks, each nonce once. */
export async function startAliyunSms({
  answer = sent,
  status = () => 3,
  asked = () => {},
  ...key
}: Options): Promise<AliyunSmsStandin> {
  const requests: SmsRequest[] = []
  const whyNot = makeGate(key)
  const taken: TakenSms[] = []

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refused = whyNot(request, await bodyOf(request))
    const { method = '', url: path = '', headers } = request
    const query = Object.fromEntries(queryOf(path))
    const asks = headers['x-acs-action'] === 'QuerySendDetails'
    if (!asks) requests.push({ method, path, headers, query, refused })
    const words = refused ? { Code: refused, Message: refused, RequestId: randomUUID() } : await wordsFor(asks, query)
    if (words === 'hang') return
    if (words === 'break' || words === 'take and break') return void response.destroy()
    response.writeHead(refused ? 400 : 200, { 'content-type': 'application/json;charset=utf-8' })
    response.end(JSON.stringify(words))
  }

  async function wordsFor(asks: boolean, query: Record<string, string>): Promise<SmsAnswer> {
    if (asks) {
      const known = details(query)
      await asked()
      return known
    }
    const words = await answer()
    const isTaken = words === 'take and break' || (typeof words === 'object' && 'Code' in words && words.Code === 'OK')
    if (isTaken) {
      const { PhoneNumbers: tel = '', OutId: outId = '', TemplateCode: template = '', TemplateParam = '{}' } = query
      taken.push({ tel, outId, template, params: JSON.parse(TemplateParam), day: today() })
    }
    return words
  }

  const details = ({ PhoneNumber = '', SendDate }: Record<string, string>) => {
    const own = taken.filter(({ tel, day = today() }) => tel === PhoneNumber && day.replaceAll('-', '') === SendDate)
    const SmsSendDetailDTO = own.map(({ tel, outId, template, params, day = today() }) => ({
      PhoneNum: tel,
      OutId: outId,
      TemplateCode: template,
      Content: `【时光胶囊】${Object.values(params).join('，')}`,
      SendDate: `${day} 12:00:00`,
      SendStatus: status(tel),
    }))
    return {
      Code: 'OK',
      Message: 'OK',
      RequestId: randomUUID(),
      TotalCount: own.length,
      SmsSendDetailDTOs: { SmsSendDetailDTO },
    }
  }

  const served = await listen((request, response) => {
    receive(request, response).catch(() => response.destroy())
  })
  return { ...served, requests, taken }
}

const sent = () => ({ Code: 'OK', Message: 'OK', BizId: `${Date.now()}^0`, RequestId: randomUUID() })

/** In China. */
const today = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
