import type { Handlers } from '#server/context.ts'
import { capsuleRecords } from './records.ts'

export const walletHandlers = { capsuleRecords } satisfies Partial<Handlers>
