/** Whether everything is gone through: `npm run test:all` does, `npm test` goes through the few rounds that find what breaks. */
export const THOROUGH = process.env.THOROUGH === '1'

/** How often something is repeated: `all` times in `npm run test:all`, else one time in ten and at least `few`. */
export const rounds = (all: number, few = 1): number => (THOROUGH ? all : Math.max(few, Math.ceil(all / 10)))
