import type { AppCall, Input } from '#contract/calls.ts'
import { COPY } from '#contract/offline.ts'
import { DAY_MS } from '#contract/time.ts'
import { deviceNow } from '#web/ui/clock.ts'
import { makeListeners } from '#web/ui/listeners.ts'
import { onWritten } from '../api.ts'
import { usableLocks } from '../storage/database.ts'
import { fill } from './fill.ts'
import { bytesOf, withLooks } from './looks.ts'
import { clearShelves, type Item, makeShelf, openShelf, type Shelf } from './shelf.ts'
import type { Part } from './useCopy.ts'
import { dropWish, isWished, keepWish, readWish } from './wish.ts'

const LOCK = 'timeCapsuleOffline'
/** A copy whose lists were read this long ago is brought up to date again, at the start, every hour, and when the line is back. */
const FRESH_MS = 10 * 60_000
const HOUR_MS = 3_600_000
/** After a change of one's own: others may follow. */
const SOON_MS = 3_000
/** The calls after which one's own lists or what is in them is another. */
const CHANGES: ReadonlySet<AppCall> = new Set<AppCall>([
  'createDiaryCapsule',
  'diaryEdit',
  'deleteDiary',
  'restoreDiary',
  'importDiaries',
  'undoImport',
  'hideCapsule',
  'unseal',
  'capsuleReply',
  'forecastResolve',
])
const { subscribe, notify } = makeListeners()

/** Calls `listener` when the copy, or the wish for one, has changed here. */
export const onCopy = subscribe

/** Begins a copy for this person; false where the browser cannot keep one. */
export async function beginCopy(owner: string): Promise<boolean> {
  await clearShelves()
  if (!(await makeShelf(owner)) || !keepWish(owner)) {
    await endCopy()
    return false
  }
  lookAfter()
  notify()
  return true
}

/** Ends the copy: rows and keys are gone. The wish goes last, so that the next start goes on where a page was closed. */
export async function endCopy(): Promise<void> {
  await clearShelves()
  dropWish()
  notify()
}

let watching = false

/** Ends a copy whose sign-in is over; otherwise keeps it up to date from now on. */
export function lookAfter(): void {
  if (!readWish()) return
  if (!isWished()) return void endCopy()
  void refresh(FRESH_MS)
  if (watching) return
  watching = true
  onWritten((name, input) => void heard(name, input))
  window.addEventListener('online', lookAfter)
  setInterval(lookAfter, HOUR_MS)
}

let soon: ReturnType<typeof setTimeout> | undefined

/** After a change of one's own: the item goes at once, and comes again as it is now. */
async function heard<N extends AppCall>(name: N, input: Input<N>): Promise<void> {
  if (!CHANGES.has(name) || !isWished()) return
  const { capsule_id: id } = input as { capsule_id?: string }
  clearTimeout(soon)
  soon = setTimeout(() => void refresh(0), SOON_MS)
  if (id) await (await openShelf())?.dropItem(id)
  notify()
}

let filling: Promise<void> | undefined

/** Reads what is missing if the lists were read this long ago; one at a time, in all tabs. */
async function refresh(olderMs: number): Promise<void> {
  await filling
  filling = alone(async () => {
    const shelf = await openKept()
    const about = await shelf?.about()
    if (!shelf || !navigator.onLine || (about && deviceNow() - about.listedAt < olderMs)) return
    await fill(shelf, notify)
  })
    // The next time goes on.
    .catch(() => undefined)
    .then(notify)
  await filling
}

const alone = async (work: () => Promise<void>): Promise<void> => {
  const locks = await usableLocks()
  return locks ? locks.request(LOCK, work) : work()
}

/** The copy of now; one that has not been confirmed for its time has nothing in it any more. */
async function openKept(): Promise<Shelf | undefined> {
  const shelf = await openShelf()
  const about = await shelf?.about()
  if (shelf && about && Math.abs(deviceNow() - about.listedAt) > COPY.days * DAY_MS) await shelf.dropAll()
  return shelf
}

async function readAll(shelf: Shelf): Promise<Item[]> {
  const items = await Promise.all((await shelf.ids()).map(shelf.item))
  return items.filter((item) => item !== undefined)
}

/** How much there is: diaries, capsules, bytes, and when the lists were read last (in ms, 0 before that). */
export async function measureCopy() {
  const shelf = await openKept()
  const items = shelf ? await readAll(shelf) : []
  const texts = shelf ? await Promise.all((await shelf.ids()).map(shelf.textBytes)) : []
  const about = await shelf?.about()
  return {
    diaries: items.filter(({ row }) => row).length,
    capsules: items.filter(({ row, card }) => card && !row).length,
    bytes: texts.reduce((sum, bytes) => sum + bytes, 0) + bytesOf(items.flatMap(({ looks }) => looks)),
    listedAt: about?.listedAt ?? 0,
  }
}

/** A part of the copy as the server would answer it, and when it was confirmed; undefined where it is not kept. */
export async function readCopy(
  part: Part,
  which: string,
): Promise<{ data: unknown; at: number; end?: () => void } | undefined> {
  const shelf = await openKept()
  const about = await shelf?.about()
  if (!shelf || !about) return undefined
  const at = about.listedAt
  if (part === 'detail') {
    const item = await shelf.item(which)
    return item && { ...(await withLooks(shelf, item)), at }
  }
  const isThere = part === 'month' ? about.months.includes(which) : which === ''
  if (!isThere) return undefined
  const items = await readAll(shelf)
  const data =
    part === 'month'
      ? items.flatMap(({ row }) => (row?.created_at.startsWith(which) ? [row] : [])).sort(newestBy('created_at'))
      : items.flatMap(({ card }) => (card ? [card] : [])).sort(newestBy('open_at'))
  return { data, at }
}

const newestBy =
  <K extends string>(field: K) =>
  (one: Record<K, string>, other: Record<K, string>): number =>
    one[field] < other[field] ? 1 : -1
