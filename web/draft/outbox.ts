import type { Input } from '#contract/calls.ts'
import { deviceNow } from '#web/ui/clock.ts'
import { makeListeners } from '#web/ui/listeners.ts'
import { openTable, sameJson, usableLocks } from './database.ts'
import type { SealDraft } from './draft.ts'

/** What may be saved without a network: a diary, one that is changed, and drafts. Sealing is done where it is answered. */
export type OutgoingCall =
  | 'createDiaryCapsule'
  | 'diaryEdit'
  | 'createTimeDraft'
  | 'createDiaryDraft'
  | 'createForecastDraft'

/** Something that was saved without a network, and is sent once when there is one. */
export type Outgoing<N extends OutgoingCall = OutgoingCall> = {
  /** Its `Idempotency-Key`, whenever and however often it is sent. */
  key: string
  owner: string
  call: N
  input: Input<N>
  /** As its editor had it, for whoever wants to write on. */
  draft: SealDraft
  /** When it was first saved, and since when it may have reached the server; in ms. */
  at: number
  triedAt?: number
  /** Why the server would not take it: it waits for the person. */
  refused?: string
}

const table = openTable<Outgoing>(
  'timeCapsuleOutbox',
  'waiting',
  (_, entry, older) => !sameJson(said(entry), said(older)),
)
const LOCK = 'timeCapsuleOutbox'
/** What was written, whatever became of sending it. */
const said = (entry?: Outgoing) => ({ ...entry, triedAt: undefined, refused: undefined })
const { subscribe, notify } = makeListeners()
const others = channel()
others?.addEventListener('message', notify)

/** Calls `listener` when something is put in or goes out, by another tab too. */
export const onOutbox = subscribe

const changed = (): void => {
  notify()
  others?.postMessage('changed')
}

/** Tells whether it outlasts the page: else it waits there. What was saved of the same before gives way. */
export async function putOut(entry: Outgoing): Promise<boolean> {
  const stored = await table.put(entry.key, entry)
  changed()
  return stored
}

/** Whether what was written is on this page alone. */
export const isLostWithPage = ({ key }: Outgoing): boolean => table.isLost(key)

/** What this person has saved and nobody has taken yet, the oldest first. */
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

/** Signed out: what only this browser has is gone with the person, who has been asked. */
export async function dropWaiting(owner: string): Promise<void> {
  for (const { key } of await waitingOf(owner)) await takeOut(key)
}

/** As it is now; undefined when it has gone out. */
export const waitingUnder = table.get

let queue: Promise<unknown> = Promise.resolve()

/** One at a time works on the outbox, in all tabs of this browser: what is sent is not written on meanwhile. */
export async function alone<T>(work: () => Promise<T>): Promise<T> {
  const locks = await usableLocks()
  if (locks) return locks.request(LOCK, work)
  // Then at least in this tab.
  const turn = queue.then(work)
  queue = turn.catch(() => undefined)
  return turn
}

/** The outbox's word to other tabs; there are browsers without one, and some forbid it where they keep nothing. */
function channel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(LOCK)
  } catch {
    return undefined
  }
}

/** Before any device that runs this was made: its clock had not been set yet. */
const NO_TIME = Date.UTC(2024, 0)

/** How long ago that was by this device's clock; undefined where it had none by then, or has been put right since. */
export const secondsSince = (at: number): number | undefined =>
  at < NO_TIME && deviceNow() > NO_TIME ? undefined : Math.max(0, Math.round((deviceNow() - at) / 1_000))

/** Whether the device says itself that there is no network. */
export const isOffline = (): boolean => navigator.onLine === false
