import type { Handlers } from '#server/platform/context.ts'
import { taskList } from './taskList.ts'

export const taskHandlers = { taskList } satisfies Partial<Handlers>
