/**
 * Keeps a short text outside the database, where it does not go back with it (docs/decisions/losses.md). Both throw when the store
 * gives no answer in time; a missing text is undefined.
 */
export type Witness = {
  read: (name: string) => Promise<string | undefined>
  keep: (name: string, text: string) => Promise<void>
}

/** The last moment that a database knew, in milliseconds, and how often somebody had released it by then. */
export type Moment = { at: number; releases: number }

export async function readWitness(witness: Witness, name: string): Promise<Moment | undefined> {
  const text = await witness.read(name)
  return text === undefined ? undefined : momentIn(text)
}

export const keepMoment = (witness: Witness, name: string, { at, releases }: Moment): Promise<void> =>
  witness.keep(name, JSON.stringify({ at, releases }))

/**
 * Whether a database that began as `start` at `began` knows less than the witness. A moment witnessed after `began`, or a release
 * since then, proves nothing: the clock may have been set back.
 */
export const wentBack = (start: Moment, began: number, witnessed: Moment): boolean =>
  start.at < witnessed.at && witnessed.at <= began && start.releases <= witnessed.releases

/** Undefined for a text that a full disk has cut short. */
function momentIn(text: string): Moment | undefined {
  try {
    const { at, releases } = JSON.parse(text) as Partial<Moment>
    return typeof at === 'number' && typeof releases === 'number' ? { at, releases } : undefined
  } catch {
    return undefined
  }
}
