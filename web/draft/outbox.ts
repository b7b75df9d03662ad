import { createStore, del, get, set, values } from 'idb-keyval'
import type { Input } from '#contract/calls.ts'
import { deviceNow } from '#web/ui/clock.ts'
import { makeListeners } from '#web/ui/listeners.ts'
import { quietly } from '#web/ui/quietly.ts'
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

const store = createStore('timeCapsuleOutbox', 'waiting')
const LOCK = 'timeCapsuleOutbox'
const { subscribe, notify } = makeListeners()
const others = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(LOCK)
others?.addEventListener('message', notify)

/** Calls `listener` when something is put in or goes out, by another tab too. */
export const onOutbox = subscribe

const changed = (): void => {
  notify()
  others?.postMessage('changed')
}

/** Tells whether this browser has it now. What was saved of the same before gives way. */
export async function putOut(entry: Outgoing): Promise<boolean> {
  const stored = await quietly(() => set(entry.key, entry, store).then(() => true))
  if (stored) changed()
  return stored === true
}

/** What this person has saved and nobody has taken yet, the oldest first. */
export async function waitingOf(owner: string): Promise<Outgoing[]> {
  const all = (await quietly(() => values<Outgoing>(store))) ?? []
  return all.filter((entry) => entry.owner === owner).sort((one, other) => one.at - other.at)
}

/** Whether this person has saved something that is nowhere else yet. */
export const hasWaiting = async (owner = ''): Promise<boolean> => (await waitingOf(owner)).length > 0

export async function takeOut(key: string): Promise<void> {
  await quietly(() => del(key, store))
  changed()
}

/** Signed out: what only this browser has is gone with the person, who has been asked. */
export async function dropWaiting(owner: string): Promise<void> {
  for (const { key } of await waitingOf(owner)) await takeOut(key)
}

/** As it is now; undefined when it has gone out. */
export const waitingUnder = (key: string): Promise<Outgoing | undefined> => quietly(() => get<Outgoing>(key, store))

let queue: Promise<unknown> = Promise.resolve()

/** One at a time works on the outbox, in all tabs of this browser: what is sent is not written on meanwhile. */
export function alone<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(LOCK, work)
  // There are no locks on plain http: then at least in this tab.
  const turn = queue.then(work)
  queue = turn.catch(() => undefined)
  return turn
}

/** Before any device that runs this was made: its clock had not been set yet. */
const NO_TIME = Date.UTC(2024, 0)

/** How long ago that was by this device's clock; undefined where it had none by then, or has been put right since. */
export const secondsSince = (at: number): number | undefined =>
  at < NO_TIME && deviceNow() > NO_TIME ? undefined : Math.max(0, Math.round((deviceNow() - at) / 1_000))

/** Whether the device says itself that there is no network. */
export const isOffline = (): boolean => navigator.onLine === false
