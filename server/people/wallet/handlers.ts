import type { Handlers } from '#server/platform/context.ts'
import { capsuleRecords } from './capsuleRecords.ts'

export const walletHandlers = { capsuleRecords } satisfies Partial<Handlers>
