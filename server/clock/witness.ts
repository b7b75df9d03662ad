/**
 * Keeps a short text outside the database, where it does not go back with it (docs/decisions/053). Both throw when the store
 * gives no answer in time; what is not there is undefined.
 */
export type Witness = {
  read: (name: string) => Promise<string | undefined>
  keep: (name: string, text: string) => Promise<void>
}

/** What a database last knew: its moment in milliseconds, and how often somebody had released it by then. */
export type Moment = { at: number; releases: number }

export async function readWitness(witness: Witness, name: string): Promise<Moment | undefined> {
  const text = await witness.read(name)
  return text === undefined ? undefined : momentIn(text)
}

export const keepMoment = (witness: Witness, name: string, { at, releases }: Moment): Promise<void> =>
  witness.keep(name, JSON.stringify({ at, releases }))

/**
 * Whether a database that began so at `began` knows less than was witnessed. What was written down since says nothing, nor
 * what somebody has released since: its clock may have been set back.
 */
export const wentBack = (start: Moment, began: number, witnessed: Moment): boolean =>
  start.at < witnessed.at && witnessed.at <= began && start.releases <= witnessed.releases

/** A text that a full disk has cut short is none. */
function momentIn(text: string): Moment | undefined {
  try {
    const { at, releases } = JSON.parse(text) as Partial<Moment>
    return typeof at === 'number' && typeof releases === 'number' ? { at, releases } : undefined
  } catch {
    return undefined
  }
}
