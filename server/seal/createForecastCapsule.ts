import type { Parsed } from '#contract/calls.ts'
import { FORM, TYPE } from '#contract/capsule.ts'
import { whyNotForecast } from '#contract/forecast.ts'
import { whyNotOpenTime } from '#contract/seal.ts'
import { cleanForecast } from '#server/capsule/content.ts'
import type { UserContext } from '#server/context.ts'
import { refuseIf } from '#server/fail.ts'
import { once } from '#server/once.ts'
import { sealCapsule } from './sealCapsule.ts'
import { sealingOf } from './sealing.ts'

/** Releases a prediction: sealed like any capsule, for one forecast capsule. It has no questions. */
export async function createForecastCapsule(context: UserContext, input: Parsed<'createForecastCapsule'>) {
  return once(context, async () => {
    refuseIf(whyNotOpenTime(input.open_time, context.now()))
    const content = cleanForecast(input.content, whyNotForecast)
    const { confidence } = input
    const sealing = {
      ...sealingOf(input),
      type: TYPE.forecast,
      contentType: FORM.text,
      content,
      confidence,
      answers: {},
    }
    return { capsule_id: String(await sealCapsule(context, sealing)) }
  })
}
