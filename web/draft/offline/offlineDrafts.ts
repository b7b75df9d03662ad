import { useEffect, useState } from 'react'
import type { Output } from '#contract/calls.ts'
import { type Detail, STATUS } from '#contract/capsule.ts'
import { call, isUnanswered } from '#web/client/api.ts'
import { openTable } from '#web/client/storage/database.ts'

type DraftCard = Output<'myDrafts'>['capsules']['data'][number]
type OfflineDraft = { updatedDate: string; capsule: Detail; lost?: Detail }

/** The draft box as it was last seen, and its drafts: to be opened and written on without a network. */
const table = openTable<DraftCard[] | OfflineDraft>('drafts', () => false)
/** The page that the person looks at loads first. */
const BRING_AFTER_MS = 3_000
const rowsName = (owner: string): string => `${owner}/rows`
const nameOf = (owner: string, id: string): string => `${owner}/draft/${id}`

type Failure = { code: number; message: string } | null
type Query = { data: DraftCard[] | undefined; error: Failure; failureReason: Failure; hasNextPage: boolean }

/** The list as the server has it; without an answer, the list of the last answer. */
export function useOfflineRows<Q extends Query>(query: Q, owner: string | undefined): Q {
  const [kept, setKept] = useState<DraftCard[]>()
  const { data } = query
  const unanswered = !data && isUnanswered(query)
  useEffect(() => {
    if (!owner || !data) return
    void table.put(rowsName(owner), data)
    // Only where the application itself opens without a network.
    if (!navigator.serviceWorker?.controller) return
    const timer = setTimeout(() => void bring(owner, data), BRING_AFTER_MS)
    return () => clearTimeout(timer)
  }, [owner, data])
  useEffect(() => {
    if (owner && unanswered) void table.get(rowsName(owner)).then((rows) => setKept(rows as DraftCard[] | undefined))
  }, [owner, unanswered])
  return unanswered && kept ? { ...query, data: kept, error: null, hasNextPage: false } : query
}

/** Reads the drafts of these rows that are not here yet, one after another; ends at the first that fails. */
async function bring(owner: string, rows: readonly DraftCard[]): Promise<void> {
  for (const { id, updatedDate } of rows) {
    const here = await readOfflineDraft(owner, id)
    if (here?.updatedDate === updatedDate) continue
    const found = await call('capsuleDetail', { capsule_id: id }, { reading: true, noRetry: true }).catch(
      () => undefined,
    )
    if (!found) return
    await saveOffline(owner, found.capsule, updatedDate)
  }
}

/** Keeps a draft as it was read, and beside it the text that only this device still has; other capsules are not kept. */
export async function saveOffline(owner: string, capsule: Detail, updatedDate = ''): Promise<void> {
  if (capsule.status !== STATUS.draft) return
  const here = await readOfflineDraft(owner, capsule.id)
  const lost = here && isLost(here.capsule, capsule) ? here.capsule : here?.lost
  await table.put(nameOf(owner, capsule.id), { updatedDate, capsule, lost })
}

/** A server that has lost savings answers with an older revision, or with another text under the same revision. */
const isLost = (before: Detail, now: Detail): boolean =>
  before.revision >= now.revision && before.updated_at !== now.updated_at

export const offlineDetail = async (owner: string, id: string): Promise<Detail | undefined> =>
  (await readOfflineDraft(owner, id))?.capsule

/** The draft as it was before the server lost it. */
export async function lostDetail(owner: string, id: string): Promise<Detail | undefined> {
  const here = await readOfflineDraft(owner, id)
  return here?.lost ?? here?.capsule
}

export const dropOffline = (owner: string, id: string): Promise<void> => table.drop(nameOf(owner, id))

const readOfflineDraft = (owner: string, id: string) =>
  table.get(nameOf(owner, id)) as Promise<OfflineDraft | undefined>
