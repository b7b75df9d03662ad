import type { Handlers } from '#server/platform/context.ts'
import { forecastRecord } from './forecastRecord.ts'
import { forecastResolve } from './forecastResolve.ts'

export const forecastHandlers = { forecastResolve, forecastRecord } satisfies Partial<Handlers>
