import { z } from 'zod'
import { type Detail, result } from './capsule.ts'
import { id } from './fields.ts'
import { JUDGEMENT_MAX_CHARS } from './limits.ts'

// The outcome of a prediction, as its author judges it (readings 9).

export const RESULT = { hit: 1, miss: 2, partial: 3, unknown: 4 } as const
export type Result = z.infer<typeof result>
export type Judgement = NonNullable<Detail['judgement']>
export const RESULT_NAME: Record<Result, string> = { 1: '应验', 2: '未应验', 3: '部分', 4: '无法判断' }
/** In the order in which they are offered. */
export const RESULTS = [RESULT.hit, RESULT.miss, RESULT.partial, RESULT.unknown] as const

export const JUDGED = '已判断'
export const JUDGE_AFTER = '解封之后才能判断预测'
export const JUDGE_FORECASTS = '只有预测胶囊可以判断'
export const JUDGEMENT_TOO_LONG = `已超出${JUDGEMENT_MAX_CHARS}字上限~`
/** Opened before its day. */
export const EARLY_NEVER_COUNTS = '提前解封的预测不计入战绩'

export const whyNotJudgement = (text: string): string | undefined =>
  [...text].length > JUDGEMENT_MAX_CHARS ? JUDGEMENT_TOO_LONG : undefined

export const resolveInput = z.object({
  capsule_id: id,
  result,
  text: z
    .string()
    .refine((value) => !whyNotJudgement(value), JUDGEMENT_TOO_LONG)
    .default(''),
})

/** Null without any that came true, did not or did in part. */
const rate = z.number().nullable()
const tenth = z.object({ from: z.int(), to: z.int(), count: z.int(), confidence: rate, hit_rate: rate })
const score = z.object({
  /** How many it is made of: judged, with a confidence, and not 无法判断. */
  count: z.int(),
  brier: z.number(),
  /** Murphy's three, by tenths: `brier` = reliability − resolution + uncertainty. */
  reliability: z.number(),
  resolution: z.number(),
  uncertainty: z.number(),
  tenths: z.array(tenth),
})
export type Score = z.infer<typeof score>

/** Only what was opened on its day or later; `early` says how many others there are. */
const record = z.object({
  sealed: z.int(),
  opened: z.int(),
  judged: z.int(),
  early: z.int(),
  hits: z.int(),
  misses: z.int(),
  partials: z.int(),
  unknowns: z.int(),
  hit_rate: rate,
  /** Judged with a confidence so far, and the score from ten on. */
  with_confidence: z.int(),
  score: score.nullable(),
})
export type ForecastRecord = z.infer<typeof record>
/** `next_id`: the newest that is opened and not judged yet; '' when all are. */
export const recordOutput = z.object({ record, next_id: z.string() })
