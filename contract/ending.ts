import { longDayText } from './time.ts'

// The end of the product, step by step (docs/decisions/sunset.md).

/** How far it has come: announced for a day, told to everybody, nothing new is written. */
export const ENDING_STAGES = ['announced', 'told', 'readonly'] as const
export type EndingStage = (typeof ENDING_STAGES)[number]
/** `endsOn`: `YYYY-MM-DD`, the day in China from which nothing new is written. */
export type Ending = { stage: EndingStage; endsOn: string }

/** The things that end before the product does: new accounts, selling, all that is added. A call that ends by `never` stays to the last. */
export type Ends = 'accounts' | 'selling' | 'writing' | 'never'

/** From announcing to the last day of writing. */
export const ENDING_NOTICE_DAYS = 180
/** The address of the page 如果我们停止运营, after the `#`. */
export const ENDING_PAGE = '/pages/ending'

const FROM: Record<Ends, EndingStage | undefined> = {
  accounts: 'told',
  selling: 'told',
  writing: 'readonly',
  never: undefined,
}
const WHY: Record<Ends, string> = {
  accounts: '时光胶囊将停止运营，不再接受新用户注册，已有账号可以照常登录',
  selling: '时光胶囊将停止运营，不再出售胶囊，已有的胶囊可以照常使用',
  writing: '时光胶囊已停止写入，写过的内容可以照常查看、解封和导出',
  never: '',
}

/** Why this cannot be done any more at this stage. */
export function whyEnded(ends: Ends, stage: EndingStage | undefined): string | undefined {
  const from = FROM[ends]
  if (!stage || !from) return undefined
  return ENDING_STAGES.indexOf(stage) >= ENDING_STAGES.indexOf(from) ? WHY[ends] : undefined
}

/** As `systemInfo` says it and a browser keeps it: `told 2027-06-01`. */
export const endingValue = ({ stage, endsOn }: Ending): string => `${stage} ${endsOn}`

/** Undefined where there is none, or one that this version does not know. */
export function endingOf(value: string | null | undefined): Ending | undefined {
  const [, name, endsOn] = /^(\w+) (\d{4}-\d{2}-\d{2})$/.exec(value ?? '') ?? []
  const stage = ENDING_STAGES.find((known) => known === name)
  return stage && endsOn ? { stage, endsOn } : undefined
}

/** The sentence on every page. */
export const endingText = ({ stage, endsOn }: Ending): string =>
  `时光胶囊${stage === 'readonly' ? '已' : '将'}于${longDayText(endsOn)}停止写入`
