/** The parts of a drawn capsule, in a square of 64. */
export const CAPSULE_SHAPES = {
  lid: 'M18 31V20a14 14 0 0 1 28 0v11z',
  shine: 'M22.5 27v-7a9.5 9.5 0 0 1 4.5-8',
  body: 'M18 32h28v12a14 14 0 0 1-28 0z',
  seam: 'M18 31.5h28',
} as const

/** A mark per kind of capsule: a clock, lines of a diary, a star. */
export const MARKS = [
  'M32 38.5v5l3.4 2M32 36.2a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 0 0 0-14.4z',
  'M26 39h12M26 43.5h12M26 48h7',
  'm32 36 2.2 5.2 5.6.5-4.3 3.7 1.3 5.5-4.8-2.9-4.8 2.9 1.3-5.5-4.3-3.7 5.6-.5z',
] as const
