import { Fail } from '#server/core/fail.ts'
import { Broken } from './broken.ts'

/** Errors of a reader at a container it cannot follow, as one error; a store that is busy stays busy. */
export function orBroken(error: unknown): never {
  const isAboutTheBytes = error instanceof RangeError || (error instanceof Fail && error.status === 200)
  throw isAboutTheBytes ? new Broken('cannot be followed', { cause: error }) : error
}
