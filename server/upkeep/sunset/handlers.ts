import type { Handlers } from '#server/platform/context.ts'
import { deskMonthKeys } from './deskMonthKeys.ts'

export const sunsetHandlers = { deskMonthKeys } satisfies Partial<Handlers>
