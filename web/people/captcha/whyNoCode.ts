import type { WhyNoCode } from '#contract/captcha.ts'
import { CODE } from '#contract/codes.ts'
import type { CallError } from '#web/client/transport.ts'

/** Why the server sent no code; undefined where the refusal has only a message, or the call failed in another way. */
export function whyNoCode({ code, data }: CallError): WhyNoCode | undefined {
  return code === CODE.refused ? (data as { why?: WhyNoCode } | undefined)?.why : undefined
}
