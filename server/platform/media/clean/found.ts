/**
 * A stretch of an object that others are not given: it stays as long as it was, so that offsets and Range hold. `bytes`
 * stand at its beginning, zeros behind them; `at` and `length` in bytes of the object.
 */
export type Cut = { at: number; length: number; bytes?: Buffer }

/**
 * The parts of an object that others do not get, in order. `broken`: it begins like a format that may tell where it was made, and
 * cannot be taken apart. `other`: nothing of the kind, a document perhaps, which goes as it is.
 */
export type Found = { container: 'known'; cuts: readonly Cut[] } | { container: 'broken' } | { container: 'other' }
