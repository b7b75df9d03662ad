import { RESULT, type Result, type Score } from './judge.ts'
import { CONFIDENCE_MAX, CONFIDENCE_MIN, SCORED_FROM } from './limits.ts'

// Scores of predictions (docs/decisions/diaries.md): sums over the numbers of predictions by confidence and result.

/** How many predictions of one confidence had this result. */
export type Tally = { result: Result; confidence: number | null; count: number }

/** The worth of each result as a part of one that came true; 无法判断 does not count. */
const WORTH: Record<Result, number | undefined> = {
  [RESULT.hit]: 1,
  [RESULT.partial]: 0.5,
  [RESULT.miss]: 0,
  [RESULT.unknown]: undefined,
}
const TENTH = 10

type ScoreParts = { percent: number; worth: number; count: number }

export const countOf = (tallies: readonly Tally[], ...results: Result[]): number =>
  total(tallies.filter(({ result }) => results.includes(result)))

/** How much of what could be judged came true; null when there is nothing. */
export function hitRate(tallies: readonly Tally[]): number | null {
  return meanOf(worthIn(tallies), worthOf)
}

/** How many count for the score. */
export const withConfidence = (tallies: readonly Tally[]): number => total(saidIn(tallies))

/** The scores of those with a confidence; null while there are too few to say anything. */
export function scoreOf(tallies: readonly Tally[]): Score | null {
  const all = saidIn(tallies)
  const count = total(all)
  if (count < SCORED_FROM) return null
  return { count, brier: mean(all, missed), ...murphyOf(all), tenths: TENTHS.map((from) => tenthOf(all, from)) }
}

/** The squared difference between confidence and outcome. Its mean: 0 is perfect, always saying 50 % is 0.25. */
const missed = ({ percent, worth }: ScoreParts): number => (percent / 100 - worth) ** 2

/**
 * Murphy's decomposition, by tenths, so that reliability is what the calibration shows. Within a tenth confidences differ:
 * resolution takes that in (Stephenson, Coelho and Jolliffe, 2008), and the three still add up.
 */
function murphyOf(all: readonly ScoreParts[]) {
  const base = mean(all, worthOf)
  const tenths = TENTHS.map((from) => within(all, from)).filter((said) => said.length > 0)
  const groups = tenths.map((said) => ({
    percent: mean(said, percentOf),
    worth: mean(said, worthOf),
    count: total(said),
    resolved: (mean(said, worthOf) - base) ** 2 + resolvedWithin(said),
  }))
  return {
    reliability: mean(groups, missed),
    resolution: mean(groups, ({ resolved }) => resolved),
    uncertainty: mean(all, ({ worth }) => (worth - base) ** 2),
  }
}

/** Whether those who were surer than the others of their tenth were right more often; none where all said the same. */
function resolvedWithin(said: readonly ScoreParts[]): number {
  const [percent, worth] = [mean(said, percentOf), mean(said, worthOf)]
  return mean(said, (one) => {
    const surer = (one.percent - percent) / 100
    return 2 * surer * (one.worth - worth) - surer ** 2
  })
}

/** Where 50–59 %, … 90–99 % begin. */
const TENTHS = Array.from(
  { length: (CONFIDENCE_MAX + 1 - CONFIDENCE_MIN) / TENTH },
  (_, index) => CONFIDENCE_MIN + index * TENTH,
)

const within = (all: readonly ScoreParts[], from: number): ScoreParts[] =>
  all.filter(({ percent }) => percent >= from && percent < from + TENTH)

/** The mean confidence within one tenth, and how often the predictions came true. */
function tenthOf(all: readonly ScoreParts[], from: number): Score['tenths'][number] {
  const said = within(all, from)
  const confidence = meanOf(said, ({ percent }) => percent / 100)
  return { from, to: from + TENTH - 1, count: total(said), confidence, hit_rate: meanOf(said, worthOf) }
}

const percentOf = ({ percent }: ScoreParts): number => percent
const worthOf = ({ worth }: { worth: number }): number => worth

const worthIn = (tallies: readonly Tally[]) =>
  tallies.flatMap(({ result, ...tally }) => {
    const worth = WORTH[result]
    return worth === undefined ? [] : { ...tally, worth }
  })

const saidIn = (tallies: readonly Tally[]): ScoreParts[] =>
  worthIn(tallies).flatMap(({ confidence, worth, count }) =>
    confidence === null ? [] : { percent: confidence, worth, count },
  )

type Counted = { count: number }

const total = (groups: readonly Counted[]): number => groups.reduce((sum, { count }) => sum + count, 0)

const mean = <T extends Counted>(groups: readonly T[], of: (group: T) => number): number =>
  groups.reduce((sum, group) => sum + group.count * of(group), 0) / total(groups)

/** Null where there is nothing to take the mean of. */
const meanOf = <T extends Counted>(groups: readonly T[], of: (group: T) => number): number | null =>
  total(groups) === 0 ? null : mean(groups, of)
