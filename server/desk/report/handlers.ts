import type { Handlers } from '#server/platform/context.ts'
import { appeal } from './appeal.ts'
import { block, blockedUsers, unblock } from './block.ts'
import { report } from './report.ts'

export const reportHandlers = { report, appeal, block, unblock, blockedUsers } satisfies Partial<Handlers>
