import type { Handlers } from '#server/platform/context.ts'
import { filesGoWhole } from './filesGoWhole.ts'
import { ossToken } from './ossToken.ts'

export const mediaHandlers = { ossToken, filesGoWhole } satisfies Partial<Handlers>
