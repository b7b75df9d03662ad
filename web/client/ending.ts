import { type Ends, endingOf, whyEnded } from '#contract/ending.ts'
import { device } from './storage/storage.ts'

/** As far as this browser has heard; loaded late (whyEnded.ts). */
export const whyEndedHere = (ends: Ends): string | undefined =>
  whyEnded(ends, endingOf(device.getItem('ending'))?.stage)
