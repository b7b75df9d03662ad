import type { Handlers } from '#server/platform/context.ts'
import { cancelAccount } from './cancelAccount.ts'
import { sentLetters } from './sentLetters.ts'

export const closingHandlers = { sentLetters, cancelAccount } satisfies Partial<Handlers>
