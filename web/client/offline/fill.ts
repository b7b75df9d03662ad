import { STATUS } from '#contract/capsule.ts'
import { CODE } from '#contract/codes.ts'
import { COPY } from '#contract/offline.ts'
import { DAY_MS } from '#contract/time.ts'
import { deviceNow } from '#web/ui/clock.ts'
import { call } from '../api.ts'
import { sameJson } from '../storage/database.ts'
import { CallError } from '../transport.ts'
import { QUIETLY, readLists, type Wanted } from './lists.ts'
import { bytesOf, fetchLook, picturesOf } from './looks.ts'
import type { Item, Look, Shelf } from './shelf.ts'

/** An item that has not changed by its row is read again after so long: replies and judgements are in no row. */
const ANEW_AFTER_MS = 7 * DAY_MS
/** Pictures leave so much to the texts. */
const LOOKS_BYTES = COPY.bytes - 5 * 1024 * 1024
/** Between two readings, so that people who look at something go first. */
const PAUSE_MS = 100

/**
 * Brings the copy up to date: what is in the lists no more goes first, then what is missing or changed is read, the newest
 * first, one after another. Throws at the first call that fails; the next time goes on from there.
 */
export async function fill(shelf: Shelf, onChange: () => void): Promise<void> {
  const { months, wanted } = await readLists()
  if (!shelf.isOpen()) return
  const stays = new Set(wanted.map(({ id }) => id))
  for (const id of await shelf.ids()) if (!stays.has(id)) await shelf.dropItem(id)
  await shelf.setAbout({ listedAt: deviceNow(), months })
  onChange()

  let taken = 0
  for (const one of wanted) {
    if (!shelf.isOpen()) return
    const kept = await shelf.item(one.id)
    const item = isCurrent(kept, one) ? kept : await readItem(one)
    if (item) taken += await keep(shelf, one, { kept, item }, taken)
    else await shelf.dropItem(one.id)
    if (item !== kept) {
      onChange()
      await new Promise((go) => setTimeout(go, PAUSE_MS))
    }
  }
}

const versionOf = ({ row, card }: Pick<Item, 'row' | 'card'>) => (row ?? card)?.updated_at

const isCurrent = (kept: Item | undefined, { version }: Wanted): kept is Item =>
  kept !== undefined && versionOf(kept) === version && deviceNow() - kept.readAt < ANEW_AFTER_MS

/** Undefined of one that may not be in a copy: it is gone, hidden or sealed meanwhile. */
async function readItem({ id, row, card }: Wanted): Promise<Item | undefined> {
  const shown = await call('capsuleDetail', { capsule_id: id }, QUIETLY).catch((error: unknown) => {
    if (error instanceof CallError && error.code === CODE.missing) return undefined
    throw error
  })
  if (!shown?.is_mine || shown.capsule.status !== STATUS.unsealed || shown.capsule.hidden) return undefined
  return { row, card, shown, looks: [], readAt: deviceNow() }
}

type Change = { kept: Item | undefined; item: Item }

/** Keeps an item with the pictures there is room for, or drops it where there is none; returns how many bytes it takes. */
async function keep(shelf: Shelf, { id, row, card }: Wanted, { kept, item }: Change, taken: number): Promise<number> {
  const isNew = item !== kept
  const fits = taken + bytesOf(item.looks) <= LOOKS_BYTES
  if (isNew || !fits) await shelf.dropLooks(id)
  const looks = isNew ? await readLooks(shelf, item, taken) : fits ? item.looks : []
  const now = { ...item, row, card, looks }
  if (!sameJson(now, kept) && !(await shelf.putItem(id, now))) throw new Error('the browser takes no more')
  const bytes = (await shelf.textBytes(id)) + bytesOf(looks)
  if (taken + bytes <= COPY.bytes) return bytes
  await shelf.dropItem(id)
  return 0
}

async function readLooks(shelf: Shelf, { shown }: Item, taken: number): Promise<Look[]> {
  const looks: Look[] = []
  for (const [key, address] of picturesOf(shown)) {
    const found = await fetchLook(address)
    if (!found || taken + bytesOf(looks) + found.byteLength > LOOKS_BYTES) continue
    const bytes = await shelf.putLook(shown.capsule.id, key, found)
    if (bytes !== undefined) looks.push({ key, bytes })
  }
  return looks
}
