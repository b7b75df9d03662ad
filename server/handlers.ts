import { accountHandlers } from '#server/account/handlers.ts'
import { capsuleHandlers } from '#server/capsule/handlers.ts'
import type { Handlers } from '#server/context.ts'
import { sealHandlers } from '#server/seal/handlers.ts'
import { unsealHandlers } from '#server/unseal/handlers.ts'

/** One handler a call; a missing or wrongly typed one does not compile. */
export const handlers: Handlers = { ...accountHandlers, ...capsuleHandlers, ...sealHandlers, ...unsealHandlers }
