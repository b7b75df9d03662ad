import { z } from 'zod'
import { capsuleType } from './capsule.ts'
import { contentOutput } from './content.ts'
import { flag, id, pageInput, time } from './fields.ts'
import { CASE_NOTE_MAX_CHARS } from './limits.ts'

// Operators' decisions about the public place (readings 9).

export const CASE_KINDS = ['capsule', 'user', 'nickname', 'avatar', 'letter'] as const
export type CaseKind = (typeof CASE_KINDS)[number]
export const CASE_REASONS = ['doubtful', 'reported', 'appeal'] as const
export type CaseReason = (typeof CASE_REASONS)[number]
/** 通过、下架、封禁. */
export const VERDICTS = ['pass', 'down', 'ban'] as const
export type Verdict = (typeof VERDICTS)[number]
export type CaseOutcome = Verdict | 'withdrawn'
export const VERDICT_NAME: Record<CaseOutcome, string> = {
  pass: '通过',
  down: '下架',
  ban: '封禁',
  withdrawn: '已撤回',
}
export const CASE_NAME: Record<CaseKind, string> = {
  capsule: '公开的胶囊',
  user: '用户',
  nickname: '新昵称',
  avatar: '新头像',
  letter: '寄出的胶囊',
}
export const CASE_WHY: Record<CaseReason, string> = { doubtful: '机器存疑', reported: '被举报', appeal: '申诉' }

/** Two different operators ban; one is enough for all else. */
export const BANS_NEEDED = 2
export const CASE_CHANGED = '内容刚刚换过，请刷新后再看'
export const CASE_OTHERWISE = '这一件不能这样处理'
export const CASE_CLOSED = '这一件已经处理过了'
export const CASE_DECIDED_ONCE = '你已经表过态，封禁需要另一位审核员同意'
export const CASE_NOTE_MISSING = '下架或封禁时请写明理由'
export const CASE_NOTE_TOO_LONG = `理由不能超过${CASE_NOTE_MAX_CHARS}字`

/**
 * The possible decisions on a case: a name or picture is accepted or not – nobody is banned for having wanted it – and an appeal
 * undoes the earlier decision (`pass`) or not (`down`). A letter stands in no place from which it could be taken.
 */
export function verdictsOf({ kind, why }: { kind: CaseKind; why: CaseReason }): readonly Verdict[] {
  if (kind === 'letter') return ['pass', 'ban']
  return why === 'appeal' || kind === 'nickname' || kind === 'avatar' ? ['pass', 'down'] : VERDICTS
}

export function whyNotNote(note: string, decision: Verdict): string | undefined {
  if (decision !== 'pass' && !note.trim()) return CASE_NOTE_MISSING
  return [...note].length > CASE_NOTE_MAX_CHARS ? CASE_NOTE_TOO_LONG : undefined
}

const person = z.object({ id: z.string(), nickname: z.string(), avatar: z.string() })
const decision = z.object({ operator: z.string(), decision: z.enum(VERDICTS), note: z.string(), decided_at: time })
const report = z.object({ reason: z.int(), text: z.string(), at: time })
export const placeCase = z.object({
  id: z.string(),
  kind: z.enum(CASE_KINDS),
  why: z.enum(CASE_REASONS),
  /** The labels that a machine gave it. */
  labels: z.array(z.string()),
  /** The author's words against an earlier decision. */
  plea: z.string(),
  opened_at: time,
  closed_at: time,
  outcome: z.enum(['', ...VERDICTS, 'withdrawn']),
  /** The person the case is about, as others see them. */
  user: person,
  /** A capsule, while its owner has it public: what everybody sees of it, or would; or a letter that its receiver reported. */
  capsule: z
    .object({
      id: z.string(),
      type: capsuleType,
      long_tag: z.string(),
      description: z.string(),
      content: contentOutput,
    })
    .optional(),
  /** The new name, or the address of the new picture. */
  value: z.string(),
  /** How many different people reported it, and their newest words. */
  reporters: z.int(),
  reports: z.array(report),
  decisions: z.array(decision),
  /** 1: out of everybody's sight until the decision. */
  hidden: flag,
  /** This operator has said to ban already. */
  mine: flag,
})
export type PlaceCase = z.infer<typeof placeCase>
export const caseListInput = pageInput.extend({ state: z.enum(['waiting', 'done']).default('waiting') })
export const caseListOutput = z.object({ cases: z.array(placeCase), waiting: z.int() })
export const caseDecideInput = z.object({
  case_id: id,
  decision: z.enum(VERDICTS, '请选择通过、下架或封禁'),
  note: z.string().max(2_000, CASE_NOTE_TOO_LONG).default(''),
})
/** `missing`: how many other operators must still agree. */
export const caseDecideOutput = z.object({ outcome: z.enum(['', ...VERDICTS]), missing: z.int() })
