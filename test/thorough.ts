import { it, type TestFunction, type TestOptions } from 'vitest'

/** Whether every round is run: `npm run test:all` does, `npm test` runs the few rounds that find most faults. */
export const THOROUGH = process.env.THOROUGH === '1'

/** How often something is repeated: `all` times in `npm run test:all`, else one time in ten and at least `few`. */
export const rounds = (all: number, few = 1): number => (THOROUGH ? all : Math.max(few, Math.ceil(all / 10)))

/** Of what `npm run test:all` asks of the embedded engine as well as of a server: machines that die, disks that fill. */
export const DRILL: TestOptions = { tags: ['drill'] }

/** A drill kills, starves or floods whole processes, as machines do: `npm run test:all` alone. */
export function drill(name: string, ...given: [TestFunction] | [TestOptions, TestFunction]): void {
  const [options, test] = given.length === 2 ? given : [{}, given[0]]
  it.runIf(THOROUGH)(name, { ...options, ...DRILL }, test)
}
