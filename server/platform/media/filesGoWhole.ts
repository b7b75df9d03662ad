import type { Parsed } from '#contract/calls.ts'
import { keyOf } from '#contract/media.ts'
import type { UserContext } from '#server/platform/context.ts'
import { checkObjects } from './check.ts'
import { mayGoWhole, wholeOf } from './clean/whole.ts'

/** Which of the caller's uploads others get as they are, before any capsule names them. Refused as a draft of them would be. */
export async function filesGoWhole(context: UserContext, input: Parsed<'filesGoWhole'>) {
  const keys = input.keys.flatMap((address) => keyOf(address) ?? []).filter(mayGoWhole)
  await checkObjects(
    context,
    keys.map((key) => ({ key })),
  )
  const whole = await wholeOf(context, keys)
  return { files: [...whole].map(([key, whole]) => ({ key, whole })) }
}
