import type { CallName } from '#contract/calls.ts'
import type { WritingKind } from '#contract/desk.ts'
import type { Once } from '#server/context.ts'

/** What somebody was told is kept, by its id alone. `gone`: a draft that was sealed or deleted since. */
export type Writing = { user: number; kind: WritingKind | 'gone'; id: string; revision: number; at: number }

/** How long a process remembers by itself. */
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
/** What moves balances has no row of its own that is named: its answer is kept under the key it was asked with. */
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
  wxPay: { kind: 'order', id: order },
  aliPay: { kind: 'order', id: order },
}
const SEALED: readonly string[] = ['capsule', 'diary', 'forecast']

export type Writings = {
  /** Since when it remembers, in ms. */
  began: number
  note: (call: CallName, userId: number | undefined, told: Told) => void
  /** All that is remembered. */
  all: () => readonly Writing[]
  /** Gives `put` what it was not given yet, the oldest first; as many as that says it has taken are not given again. */
  passOn: (put: (fresh: readonly Writing[]) => Promise<number>) => Promise<void>
}

/** What this process has acknowledged in the last 15 minutes, in its memory: nothing of it is on any request's way. */
export function makeWritings(now: () => number = Date.now): Writings {
  let kept: Writing[] = []
  let passed = 0
  const drop = (count: number) => {
    kept = kept.slice(count)
    passed = Math.max(0, passed - count)
  }
  const forget = () => {
    const since = now() - MEMORY_MS
    const young = kept.findIndex(({ at }) => at >= since)
    drop(young < 0 ? kept.length : young)
  }
  const add = (writing: Writing) => {
    if (kept.length >= MOST) drop(MOST / 2)
    kept.push(writing)
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
    all: () => kept,
    async passOn(put) {
      forget()
      const taken = await put(kept.slice(passed))
      passed = Math.min(passed + taken, kept.length)
    },
  }
}

const revisionOf = (data: unknown): number => Number((data as { revision?: number } | null)?.revision ?? 0)
