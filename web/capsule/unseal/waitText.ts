import { CODE } from '#contract/codes.ts'
import type { CallError } from '#web/client/transport.ts'

const MINUTE = 60
const HOUR = 3_600
/** A wait that is longer is none that anybody waits for: then the tries are used up for good. */
const LONGEST = 86_400

type TooMany = CallError & { code: typeof CODE.tooManyTries }

export const isTooMany = (error: CallError | null): error is TooMany => error?.code === CODE.tooManyTries

/** How long to wait after too many tries, rounded up: `请15分钟后再试`; undefined when waiting does not help. */
export function waitText({ data }: CallError): string | undefined {
  const seconds = (data as { retry_after?: number } | undefined)?.retry_after ?? MINUTE
  if (seconds > LONGEST) return undefined
  if (seconds > HOUR) return `请${Math.ceil(seconds / HOUR)}小时后再试`
  if (seconds > MINUTE) return `请${Math.ceil(seconds / MINUTE)}分钟后再试`
  return `请${Math.ceil(seconds)}秒后再试`
}
