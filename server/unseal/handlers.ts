import type { Handlers } from '#server/context.ts'
import { unlockRequest } from './unlockRequest.ts'
import { unseal } from './unseal.ts'

export const unsealHandlers = { unseal, unlockRequest } satisfies Partial<Handlers>
