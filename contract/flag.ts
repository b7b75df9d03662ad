import { z } from 'zod'

/** Flags on the wire are the integers 0 and 1 (decisions 1). */
export const flag = z.union([z.literal(0), z.literal(1)])
