import type { Handlers } from '#server/context.ts'
import { capsuleIsPublic } from './capsuleIsPublic.ts'

export const showingHandlers = { capsuleIsPublic } satisfies Partial<Handlers>
