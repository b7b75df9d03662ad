import type { CallName } from '#contract/calls.ts'
import type { WritingKind } from '#contract/desk.ts'
import { forOrderCalls } from '#contract/pay.ts'
import type { Once } from './caller.ts'

/** A writing that somebody was told is kept, by its id alone. `gone`: a draft that was sealed or deleted since. */
export type Writing = { user: number; kind: WritingKind | 'gone'; id: string; revision: number; at: number }

/** How long a process remembers what it has put beside the witness. */
const MEMORY_MS = 15 * 60_000
/** Some ten megabytes; in a flood the older half goes first. */
const MOST = 100_000

type Told = { input: unknown; data: unknown; once: Once | undefined }
type Named = { kind: WritingKind | 'gone'; id: (told: Told) => unknown }

const field =
  (of: 'input' | 'data', name: string): Named['id'] =>
  (told) =>
    (told[of] as Record<string, unknown> | null)?.[name]
const capsule = field('data', 'capsule_id')
const order = field('data', 'order_no')
/** A call that moves balances names no row of its own: its answer is kept under its Idempotency-Key. */
const key: Named['id'] = ({ once }) => once?.key

/** Which answers say that something was kept. */
const KINDS: Partial<Record<CallName, Named>> = {
  createTimeCapsule: { kind: 'capsule', id: capsule },
  createDiaryCapsule: { kind: 'diary', id: capsule },
  createForecastCapsule: { kind: 'forecast', id: capsule },
  diaryEdit: { kind: 'edit', id: capsule },
  createTimeDraft: { kind: 'draft', id: capsule },
  createDiaryDraft: { kind: 'draft', id: capsule },
  createForecastDraft: { kind: 'draft', id: capsule },
  capsuleUpdate: { kind: 'draft', id: capsule },
  deleteDraft: { kind: 'gone', id: field('input', 'capsule_id') },
  giveGift: { kind: 'gift', id: key },
  changeCapsule: { kind: 'exchange', id: key },
  ...forOrderCalls((): Named => ({ kind: 'order', id: order })),
}
const SEALED: readonly string[] = ['capsule', 'diary', 'forecast']

export type Writings = {
  /** Since when this process remembers, in ms. */
  began: number
  note: (call: CallName, userId: number | undefined, told: Told) => void
  /** All that is remembered. */
  all: () => readonly Writing[]
  /** One run at a time: gives what was not taken yet, oldest first; `give` answers how many were taken, never given again. */
  passOn: (give: (fresh: readonly Writing[]) => Promise<number>) => Promise<void>
}

/**
 * The writings that this process has acknowledged in the last 15 minutes, and older ones that it could not put yet, in memory:
 * no request waits for them.
 */
export function makeWritings(now: () => number): Writings {
  let remembered: Writing[] = []
  // Writings are counted from the first on, since more may be noted, and older ones dropped, while some are put.
  let first = 0
  let put = 0
  let turn: Promise<void> = Promise.resolve()
  const drop = (count: number) => {
    remembered = remembered.slice(count)
    first += count
  }
  const forget = () => {
    const since = now() - MEMORY_MS
    const young = remembered.findIndex(({ at }) => at >= since)
    drop(Math.max(0, Math.min(young < 0 ? remembered.length : young, put - first)))
  }
  const passOn = async (give: (fresh: readonly Writing[]) => Promise<number>) => {
    forget()
    const from = Math.max(put, first)
    put = from + (await give(remembered.slice(from - first)))
  }
  const add = (writing: Writing) => {
    if (remembered.length >= MOST) drop(MOST / 2)
    remembered.push(writing)
  }
  return {
    began: now(),
    note(call, user, told) {
      const named = KINDS[call]
      if (!named || user === undefined) return
      const id = named.id(told)
      const at = now()
      if (typeof id === 'string') add({ user, kind: named.kind, id, revision: revisionOf(told.data), at })
      const draft = (told.input as { draft_id?: string } | null)?.draft_id
      if (draft && SEALED.includes(named.kind)) add({ user, kind: 'gone', id: draft, revision: 0, at })
    },
    all: () => remembered,
    passOn(give) {
      const mine = turn.then(() => passOn(give))
      turn = mine.catch(() => undefined)
      return mine
    },
  }
}

const revisionOf = (data: unknown): number => Number((data as { revision?: number } | null)?.revision ?? 0)
