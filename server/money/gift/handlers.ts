import type { Handlers } from '#server/platform/context.ts'
import { giveGift } from './giveGift.ts'

export const giftHandlers = { giveGift } satisfies Partial<Handlers>
