import { it } from 'vitest'

/** Whether every round is run: `npm run test:all` does, `npm test` runs the few rounds that find most faults. */
export const THOROUGH = process.env.THOROUGH === '1'

/** How often something is repeated: `all` times in `npm run test:all`, else one time in ten and at least `few`. */
export const rounds = (all: number, few = 1): number => (THOROUGH ? all : Math.max(few, Math.ceil(all / 10)))

/** A drill kills, starves or floods whole processes, as machines do: `npm run test:all` alone. */
export const drill: typeof it = THOROUGH ? it : (it.skip as typeof it)
