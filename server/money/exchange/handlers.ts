import type { Handlers } from '#server/platform/context.ts'
import { changeCapsule } from './changeCapsule.ts'

export const exchangeHandlers = { changeCapsule } satisfies Partial<Handlers>
