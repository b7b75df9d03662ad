import type { Handlers } from '#server/platform/context.ts'
import { inbox, readInbox } from './inbox.ts'

export const inboxHandlers = { inbox, readInbox } satisfies Partial<Handlers>
