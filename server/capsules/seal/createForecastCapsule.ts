import type { Parsed } from '#contract/calls.ts'
import { FORM, TYPE } from '#contract/capsule.ts'
import { whyNotForecast } from '#contract/forecast.ts'
import { whyNotOpenTime } from '#contract/seal.ts'
import { cleanForecast } from '#server/capsules/capsule/content.ts'
import { refuseIf } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import { runOnce } from '#server/platform/idempotency.ts'
import { sealCapsule } from './sealCapsule.ts'
import { sealingOf } from './sealing.ts'

/** Releases a prediction: sealed like any capsule, for one forecast capsule. It has no questions. */
export async function createForecastCapsule(context: UserContext, input: Parsed<'createForecastCapsule'>) {
  return runOnce(context, async () => {
    refuseIf(whyNotOpenTime(input.open_time, context.now()))
    const content = cleanForecast(input.content, whyNotForecast)
    const sealing = { ...sealingOf(input), type: TYPE.forecast, contentType: FORM.text, content, answers: {} }
    return { capsule_id: String(await sealCapsule(context, sealing)) }
  })
}
