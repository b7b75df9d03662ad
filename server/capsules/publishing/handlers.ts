import type { Handlers } from '#server/platform/context.ts'
import { capsuleIsPublic } from './capsuleIsPublic.ts'

export const publishingHandlers = { capsuleIsPublic } satisfies Partial<Handlers>
