import { z } from 'zod'
import { askAliyun, codeOf, fieldsOf } from './askAliyun.ts'
import type { AliyunGreen } from './settings/aliyunGreen.ts'

/** The later one weighs more: a certain refusal outweighs an answer that is missing. */
const RISKS = ['none', 'low', 'medium', 'unknown', 'high'] as const
type Risk = (typeof RISKS)[number]
/** Aliyun's verdict on a text or a picture; `unknown` when it gave none, and `code` says why. */
export type Look = { risk: Risk; labels: string[]; code?: string }
export type TextService = 'nickname_detection_pro' | 'comment_detection_pro'

const VERSION = '2022-03-02'
/** Somebody waits for the answer. */
const TIMEOUT_MS = 3_000
const PIECE_CHARS = 600
/** The overlap of two pieces, so that no word is cut in two. */
const OVERLAP_CHARS = 40
/** Aliyun takes a hundred a second of an account. */
const PIECES_AT_ONCE = 5
/** Names, in which nothing of the text can stand. */
const LABEL = /^[\w.]{1,60}$/

/** Looks at a text of any length (TextModerationPlus), piece by piece, until one is refused or not answered. */
export async function lookAtText(
  settings: AliyunGreen,
  { service, text }: { service: TextService; text: string },
  timeoutMs = TIMEOUT_MS,
): Promise<Look> {
  const pieces = piecesOf(text)
  let worst: Look = { risk: 'none', labels: [] }
  for (let at = 0; at < pieces.length; at += PIECES_AT_ONCE) {
    const asked = pieces.slice(at, at + PIECES_AT_ONCE).map((content) => {
      const form = { Service: service, ServiceParameters: JSON.stringify({ content }) }
      return look(settings, { action: 'TextModerationPlus', form }, timeoutMs)
    })
    worst = [worst, ...(await Promise.all(asked))].reduce(worse)
    if (worst.risk === 'high' || worst.risk === 'unknown') return worst
  }
  return worst
}

/** Looks at a picture (ImageModeration), which Aliyun fetches from its address meanwhile. */
export function lookAtPicture(settings: AliyunGreen, imageUrl: string, timeoutMs = TIMEOUT_MS): Promise<Look> {
  const form = { Service: 'baselineCheck', ServiceParameters: JSON.stringify({ imageUrl }) }
  return look(settings, { action: 'ImageModeration', form }, timeoutMs)
}

/** As many as a text needs, none for an empty one; a pair of surrogates stays together. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let from = 0
  while (from < text.length) {
    const end = whole(text, from + PIECE_CHARS)
    pieces.push(text.slice(from, end))
    if (end >= text.length) break
    from = whole(text, end - OVERLAP_CHARS)
  }
  return pieces.filter((piece) => piece.trim() !== '')
}

const whole = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at)

function worse(one: Look, other: Look): Look {
  const worst = RISKS.indexOf(one.risk) < RISKS.indexOf(other.risk) ? other : one
  return { ...worst, labels: [...new Set([...one.labels, ...other.labels])] }
}

type Question = { action: string; form: Record<string, string> }

async function look(settings: AliyunGreen, { action, form }: Question, timeoutMs: number): Promise<Look> {
  try {
    const { status, text } = await askAliyun(settings, { action, version: VERSION, form }, timeoutMs)
    return lookOf(status, text)
  } catch (error) {
    return unknown(codeOf(error))
  }
}

const answer = z.object({
  Code: z.literal(200),
  Data: z.object({
    RiskLevel: z.enum(['none', 'low', 'medium', 'high']),
    Result: z.array(z.object({ Label: z.string().optional() })).optional(),
  }),
})

function lookOf(status: number, text: string): Look {
  const fields = fieldsOf(text)
  const parsed = answer.safeParse(fields)
  if (!parsed.success) return unknown(LABEL.test(`${fields.Code ?? ''}`) ? `${fields.Code}` : `HTTP ${status}`)
  const { RiskLevel: risk, Result = [] } = parsed.data.Data
  // With nothing found there is one label, nonLabel.
  const labels = risk === 'none' ? [] : Result.map(({ Label = '' }) => Label).filter((label) => LABEL.test(label))
  return { risk, labels }
}

const unknown = (code: string | undefined): Look => ({ risk: 'unknown', labels: [], code })

/** Names of errors by which no answer came; Aliyun's own codes look otherwise. */
const NO_ANSWER = /^(TimeoutError|AbortError|TypeError|E[A-Z_]+|UND_ERR_\w+)$/
/** Whether Aliyun gave no answer at all, not even that it could not look. */
export const saysNothing = ({ risk, code = '' }: Look): boolean => risk === 'unknown' && NO_ANSWER.test(code)
