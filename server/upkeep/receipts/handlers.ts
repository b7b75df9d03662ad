import type { Handlers } from '#server/platform/context.ts'
import { logLine } from './logLine.ts'
import { receipt } from './receipt.ts'

export const receiptHandlers = { receipt, logLine } satisfies Partial<Handlers>
