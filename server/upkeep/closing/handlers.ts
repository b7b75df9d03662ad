import type { Handlers } from '#server/platform/context.ts'
import { cancelAccount } from './cancelAccount.ts'

export const closingHandlers = { cancelAccount } satisfies Partial<Handlers>
