import type { Handlers } from '#server/context.ts'
import { ossToken } from './ossToken.ts'

export const mediaHandlers = { ossToken } satisfies Partial<Handlers>
