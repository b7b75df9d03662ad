import { useEffect, useState } from 'react'
import type { Output } from '#contract/calls.ts'
import { type Detail, STATUS } from '#contract/capsule.ts'
import { call, isUnanswered } from '#web/api.ts'
import { openTable } from './database.ts'

type Row = Output<'myDrafts'>['capsules']['data'][number]
type Kept = { updatedDate: string; capsule: Detail }

/** The draft box as it was last seen, and what is in it: to be opened and written on without a network. */
const table = openTable<Row[] | Kept>('timeCapsuleDrafts', 'kept', () => false)
/** What the person looks at comes first. */
const BRING_AFTER_MS = 3_000
const rowsName = (owner: string): string => `${owner}/rows`
const nameOf = (owner: string, id: string): string => `${owner}/draft/${id}`

type Failure = { code: number; message: string } | null
type Query = { data: Row[] | undefined; error: Failure; failureReason: Failure; hasNextPage: boolean }

/** The list as the server has it; without an answer, as it was when there was one. */
export function useKeptRows<Q extends Query>(query: Q, owner: string | undefined): Q {
  const [kept, setKept] = useState<Row[]>()
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
    if (owner && unanswered) void table.get(rowsName(owner)).then((rows) => setKept(rows as Row[] | undefined))
  }, [owner, unanswered])
  return unanswered && kept ? { ...query, data: kept, error: null, hasNextPage: false } : query
}

/** Reads what is in the newest of them, one after another, where it is not here yet; nothing that fails is tried again. */
async function bring(owner: string, rows: readonly Row[]): Promise<void> {
  for (const { id, updatedDate } of rows) {
    const here = await readKept(owner, id)
    if (here?.updatedDate === updatedDate) continue
    const found = await call('capsuleDetail', { capsule_id: id }, { reading: true, impatient: true }).catch(
      () => undefined,
    )
    if (!found) return
    await keepDetail(owner, found.capsule, updatedDate)
  }
}

/** Keeps a draft as it was read; what is no draft is not kept. */
export async function keepDetail(owner: string, capsule: Detail, updatedDate = ''): Promise<void> {
  if (capsule.status !== STATUS.draft) return
  await table.put(nameOf(owner, capsule.id), { updatedDate, capsule })
}

export const keptDetail = async (owner: string, id: string): Promise<Detail | undefined> =>
  (await readKept(owner, id))?.capsule

export const dropKeptDraft = (owner: string, id: string): Promise<void> => table.drop(nameOf(owner, id))

export const dropKeptDrafts = async (owner: string): Promise<void> => table.drop(...(await table.names(`${owner}/`)))

const readKept = (owner: string, id: string) => table.get(nameOf(owner, id)) as Promise<Kept | undefined>
