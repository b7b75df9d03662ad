import type { Handlers } from '#server/context.ts'
import { giveGift } from './giveGift.ts'

export const giftHandlers = { giveGift } satisfies Partial<Handlers>
