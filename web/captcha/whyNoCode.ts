import type { WhyNoCode } from '#contract/captcha.ts'
import { CODE } from '#contract/codes.ts'
import type { CallError } from '#web/transport.ts'

/** Why the server sent no code; undefined where it says no more than its words, or failed in another way. */
export function whyNoCode({ code, data }: CallError): WhyNoCode | undefined {
  return code === CODE.refused ? (data as { why?: WhyNoCode } | undefined)?.why : undefined
}
