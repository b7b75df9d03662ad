import type { Handlers } from '#server/platform/context.ts'
import { createDiaryCapsule } from './createDiaryCapsule.ts'
import { createForecastCapsule } from './createForecastCapsule.ts'
import { createTimeCapsule } from './createTimeCapsule.ts'

export const sealHandlers = {
  createTimeCapsule,
  createDiaryCapsule,
  createForecastCapsule,
} satisfies Partial<Handlers>
