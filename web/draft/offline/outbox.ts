import type { Input } from '#contract/calls.ts'
import { openTable, sameJson, usableLocks } from '#web/client/storage/database.ts'
import { onForgotten } from '#web/client/storage/forget.ts'
import type { SealDraft } from '#web/draft/current/draft.ts'
import { deviceNow } from '#web/ui/clock.ts'
import { makeListeners } from '#web/ui/listeners.ts'

/** The calls that may wait for a network: a new diary, a changed one, and drafts. Sealing needs an answer at once. */
export type OutgoingCall =
  | 'createDiaryCapsule'
  | 'diaryEdit'
  | 'createTimeDraft'
  | 'createDiaryDraft'
  | 'createForecastDraft'

/** Something that was saved without a network, and is sent once when there is one. */
export type Outgoing<N extends OutgoingCall = OutgoingCall> = {
  /** The entry's `Idempotency-Key`, whenever and however often it is sent. */
  key: string
  owner: string
  call: N
  input: Input<N>
  /** The draft as its editor had it, for a person who wants to write on. */
  draft: SealDraft
  /** When the text was first saved, and since when it may have reached the server; in ms. */
  at: number
  triedAt?: number
  /** Why the server would not take the entry, which then waits for the person. */
  refused?: string
}

const table = openTable<Outgoing>('outbox', (_, entry, older) => !sameJson(said(entry), said(older)))
const LOCK = 'timeCapsuleOutbox'
/** An entry as it was written, without the results of sending it. */
const said = (entry?: Outgoing) => ({ ...entry, triedAt: undefined, refused: undefined })
const { subscribe, notify } = makeListeners()
const others = channel()
others?.addEventListener('message', notify)
onForgotten(() => changed())

/** Calls `listener` when an entry is put in or taken out, by another tab too. */
export const onOutbox = subscribe

const changed = (): void => {
  notify()
  others?.postMessage('changed')
}

/** Stores an entry in place of an earlier one with its key. Tells whether it outlasts the page; otherwise it waits there. */
export async function putOut(entry: Outgoing): Promise<boolean> {
  const stored = await table.put(entry.key, entry)
  changed()
  return stored
}

/** Whether the text is on this page alone. */
export const isLostWithPage = ({ key }: Outgoing): boolean => table.isLost(key)

/** The entries of this person that are not sent yet, the oldest first. */
export async function waitingOf(owner: string): Promise<Outgoing[]> {
  const all = await table.all(await table.names())
  return all.filter((entry) => entry.owner === owner).sort((one, other) => one.at - other.at)
}

/** Whether this person has saved something that is nowhere else yet. */
export const hasWaiting = async (owner = ''): Promise<boolean> => (await waitingOf(owner)).length > 0

export async function takeOut(key: string): Promise<void> {
  await table.drop(key)
  changed()
}

/** The entry as it is now; undefined when it has been sent. */
export const waitingUnder = table.get

let queue: Promise<unknown> = Promise.resolve()

/** Only one work on the outbox runs at a time, in all tabs of this browser: an entry being sent is not edited meanwhile. */
export async function alone<T>(work: () => Promise<T>): Promise<T> {
  const locks = await usableLocks()
  if (locks) return locks.request(LOCK, work)
  // Without locks, one at a time at least in this tab.
  const turn = queue.then(work)
  queue = turn.catch(() => undefined)
  return turn
}

/** The channel to other tabs; some browsers have none, and some forbid it where they keep nothing. */
function channel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(LOCK)
  } catch {
    return undefined
  }
}

/** Earlier than any device that runs this was made: a clock before this time had not been set yet. */
const NO_TIME = Date.UTC(2024, 0)

/** The seconds since `at` by this device's clock; undefined where the clock was not set at that time and is now. */
export const secondsSince = (at: number): number | undefined =>
  at < NO_TIME && deviceNow() > NO_TIME ? undefined : Math.max(0, Math.round((deviceNow() - at) / 1_000))

/** Whether the device itself says that there is no network. */
export const isOffline = (): boolean => navigator.onLine === false
