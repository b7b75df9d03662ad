import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { type AccessKey, bodyOf, makeGate } from './acs3.ts'
import { listen, type Served } from './http.ts'

/** Text or the address of a picture, for which service. */
export type GreenQuestion = { action: string; service: string; content: string }
/** 'hang' says nothing, ever; 'break' ends the connection without a word. */
type GreenAnswer = object | 'hang' | 'break'
type GreenRequest = GreenQuestion & { headers: IncomingHttpHeaders; form: Record<string, string>; refused?: string }
type Options = AccessKey & {
  /** The answer to a well-formed question; without it nothing is found. */
  answer?: (question: GreenQuestion) => GreenAnswer
}
type AliyunGreenStandin = Served & { requests: GreenRequest[] }

const VERSION = '2022-03-02'
const MOST_CHARS = 600
/** Services by action, and the field of what is looked at. */
const ACTIONS: Record<string, { services: string[]; field: string }> = {
  TextModerationPlus: { services: ['nickname_detection_pro', 'comment_detection_pro'], field: 'content' },
  ImageModeration: { services: ['baselineCheck', 'profilePhotoCheck', 'postImageCheck'], field: 'imageUrl' },
}

/** TextModerationPlus and ImageModeration of Aliyun on this machine: lets in only what is signed as Aliyun asks. */
export async function startAliyunGreen({ answer = () => found('none'), ...key }: Options): Promise<AliyunGreenStandin> {
  const requests: GreenRequest[] = []
  const whyNot = makeGate(key)

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    const { headers } = request
    const form = Object.fromEntries(new URLSearchParams(body.toString()))
    const question = questionOf(headers, form)
    const refused = whyNot(request, body)
    requests.push({ ...question, headers, form, refused })
    const words = refused ? { Code: refused, Message: refused, RequestId: randomUUID() } : tell(question, headers)
    if (words === 'hang') return
    if (words === 'break') return void response.destroy()
    response.writeHead(refused ? 400 : 200, { 'content-type': 'application/json;charset=utf-8' })
    response.end(JSON.stringify(words))
  }

  function tell(question: GreenQuestion, headers: IncomingHttpHeaders): GreenAnswer {
    const fault = whyNotAsked(question, headers)
    return fault ? { Code: 400, Message: fault, RequestId: randomUUID() } : answer(question)
  }

  const served = await listen((request, response) => {
    receive(request, response).catch(() => response.destroy())
  })
  return { ...served, requests }
}

/** An answer with this risk, and what was seen. */
export const found = (RiskLevel: string, ...labels: string[]): object => ({
  Code: 200,
  Message: 'OK',
  RequestId: randomUUID(),
  Data: {
    RiskLevel,
    Result: labels.length > 0 ? labels.map((Label) => ({ Label, Confidence: 99.5 })) : [{ Label: 'nonLabel' }],
  },
})

function questionOf(headers: IncomingHttpHeaders, form: Record<string, string>): GreenQuestion {
  const action = String(headers['x-acs-action'])
  const parameters = JSON.parse(form.ServiceParameters ?? '{}') as Record<string, string>
  return { action, service: form.Service ?? '', content: parameters[ACTIONS[action]?.field ?? ''] ?? '' }
}

function whyNotAsked({ action, service, content }: GreenQuestion, headers: IncomingHttpHeaders): string | undefined {
  if (headers['x-acs-version'] !== VERSION || !ACTIONS[action]?.services.includes(service)) return 'no such service'
  if (content === '') return 'nothing to look at'
  return action === 'TextModerationPlus' && content.length > MOST_CHARS ? 'the text is too long' : undefined
}
