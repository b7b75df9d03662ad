import type { TakenSms } from '../../standins/aliyunSms.ts'

/**
 * How many notices the provider took, and how many of them more than once – by what they say: over commits that were lost a
 * second one has another name.
 */
export function sentOf(taken: readonly TakenSms[]): { notices: number; twice: number } {
  const times = new Map<string, number>()
  for (const { tel, template, params } of taken) {
    const said = JSON.stringify([tel, template, params])
    times.set(said, (times.get(said) ?? 0) + 1)
  }
  return { notices: times.size, twice: [...times.values()].filter((count) => count > 1).length }
}
