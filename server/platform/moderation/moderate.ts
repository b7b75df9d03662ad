import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/platform/config.ts'
import {
  type Look,
  lookAtPicture,
  lookAtText,
  saysNothing,
  type TextService,
} from '#server/platform/outside/aliyunGreen.ts'
import { atGate, GateShut, type Waiter } from '#server/platform/outside/gates.ts'
import type { AliyunGreen } from '#server/platform/outside/settings/aliyunGreen.ts'
import { findWords, type Words } from './words.ts'

/** Where a text is shown. */
type Scene = 'nickname' | 'title' | 'content' | 'words' | 'remark'
/** Content that is about to become public: plain text without markup, and pictures by addresses that Aliyun can read. */
export type Seen = { texts: { scene: Scene; text: string }[]; pictures: string[] }
/** `labels`: kinds of our own words, Aliyun's labels, `unanswered`; each once. */
export type Judgement = { verdict: (typeof VERDICTS)[number]; labels: string[] }

/** The later one weighs more. */
const VERDICTS = ['passed', 'doubtful', 'refused'] as const
const BY_RISK = { none: 'passed', low: 'doubtful', medium: 'doubtful', high: 'refused', unknown: 'doubtful' } as const
const SERVICE: Record<Scene, TextService> = {
  nickname: 'nickname_detection_pro',
  title: 'comment_detection_pro',
  content: 'comment_detection_pro',
  words: 'comment_detection_pro',
  remark: 'comment_detection_pro',
}
const LOOKS_AT_ONCE = 4

/**
 * May everybody see this? Doubtful content is for an operator to decide; so is content that could not be looked at: it neither
 * passes unseen nor is refused to a person whose fault it is not. The word list looks at no pictures.
 */
export async function moderate(
  services: { config: Config; words: () => Promise<Words>; log: FastifyBaseLogger } & Waiter,
  seen: Seen,
): Promise<Judgement> {
  const { config, words, log } = services
  const { by, aliyun } = config.moderation
  if (by === 'off') return worst([])
  const inForce = await words()
  const found = seen.texts.flatMap(({ text }) => findWords(text, inForce))
  const judged = worst(found.map(({ verdict, label }) => ({ verdict, labels: [label] })))
  if (!aliyun || judged.verdict === 'refused') return judged
  const looks = await atGate(services, 'green', () => lookAtAll(aliyun, seen), isSilence).catch(spared)
  for (const { risk, code } of looks)
    if (risk === 'unknown') log.warn({ code }, 'what becomes public was not looked at')
  return worst([judged, ...looks.map(judgementOf)])
}

/** A few at a time, until one is refused or not answered: nobody waits for a service that is away again and again. */
async function lookAtAll(aliyun: AliyunGreen, { texts, pictures }: Seen): Promise<Look[]> {
  const questions = [
    ...texts.map(
      ({ scene, text }) =>
        () =>
          lookAtText(aliyun, { service: SERVICE[scene], text }),
    ),
    ...pictures.map((address) => () => lookAtPicture(aliyun, address)),
  ]
  const looks: Look[] = []
  while (questions.length > 0 && !looks.some(({ risk }) => risk === 'high' || risk === 'unknown')) {
    looks.push(...(await Promise.all(questions.splice(0, LOOKS_AT_ONCE).map((ask) => ask()))))
  }
  return looks
}

const isSilence = (looks: Look[]): boolean => looks.some(saysNothing)

/** While it is silent nobody waits for what would not come; who asks too much at once is told so. */
function spared(error: unknown): Look[] {
  if (error instanceof GateShut && error.why === 'silent') return [{ risk: 'unknown', labels: [], code: 'silent' }]
  throw error
}

const judgementOf = ({ risk, labels }: Look): Judgement => ({
  verdict: BY_RISK[risk],
  labels: risk === 'unknown' ? [...labels, 'unanswered'] : labels,
})

function worst(judgements: Judgement[]): Judgement {
  const weights = judgements.map(({ verdict }) => VERDICTS.indexOf(verdict))
  const labels = new Set(judgements.flatMap(({ labels }) => labels))
  return { verdict: VERDICTS[Math.max(0, ...weights)]!, labels: [...labels] }
}
