import type { Handlers } from '#server/context.ts'
import { createTimeCapsule } from './createTimeCapsule.ts'

export const sealHandlers = { createTimeCapsule } satisfies Partial<Handlers>
