import type { Handlers } from '#server/platform/context.ts'
import { exportCancel, exportCreate } from './exportCreate.ts'
import { exportList } from './exportList.ts'

export const archiveHandlers = { exportCreate, exportList, exportCancel } satisfies Partial<Handlers>
