import type { Handlers } from '#server/context.ts'
import { cancelAccount } from './cancelAccount.ts'

export const closingHandlers = { cancelAccount } satisfies Partial<Handlers>
