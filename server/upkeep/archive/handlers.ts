import type { Handlers } from '#server/platform/context.ts'
import { deskArchives } from './deskArchives.ts'
import { exportCancel, exportCreate } from './exportCreate.ts'
import { exportList } from './exportList.ts'

export const archiveHandlers = { exportCreate, exportList, exportCancel, deskArchives } satisfies Partial<Handlers>
