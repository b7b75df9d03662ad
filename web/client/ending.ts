import { type Ends, endingOf, whyEnded } from '#contract/ending.ts'
import { device } from './storage/storage.ts'

/** Why this cannot be done any more, as far as this browser has heard. Its words are loaded late: most never need them. */
export const whyEndedHere = (ends: Ends): string | undefined =>
  whyEnded(ends, endingOf(device.getItem('ending'))?.stage)
