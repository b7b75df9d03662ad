import type { Handlers } from '#server/platform/context.ts'
import { deskLog } from './deskLog.ts'
import { logLine } from './logLine.ts'
import { receipt } from './receipt.ts'

export const receiptHandlers = { receipt, logLine, deskLog } satisfies Partial<Handlers>
