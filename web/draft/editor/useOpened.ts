import { useEffect, useState } from 'react'
import type { CapsuleType, Detail } from '#contract/capsule.ts'
import { CODE } from '#contract/codes.ts'
import { queryText } from '#contract/pages.ts'
import { isUnanswered, useCall, useUser } from '#web/client/api.ts'
import { moveToNew } from '#web/draft/current/autosave.ts'
import { goTo, here, history, useQueryString } from '#web/ui/location.ts'

/**
 * The writer, and the capsule to be written on as it was when the page opened. Later events elsewhere – it is changed,
 * sealed, deleted, or cannot be read – take nothing from the writer. One page shows one `id`; the page of a document that
 * is gone becomes that of a new one if there is text to be saved for it.
 */
export function useOpened(id: string, type: CapsuleType) {
  const user = useUser()
  const saved = useCall('capsuleDetail', { capsule_id: id }, { enabled: id !== '', refetchOnMount: 'always' })
  const [opened, setOpened] = useState<{ owner: string; found: Detail | undefined }>()
  const owner = user.data?.user.id
  // The cached copy may be older than the last saving.
  const fresh = saved.isFetchedAfterMount ? saved.data?.capsule : undefined
  const kept = useOfflineCopy(owner, id, { fresh, unanswered: isUnanswered(saved) })
  const found = fresh ?? kept.found
  const isGone = !opened && saved.error?.code === CODE.missing
  const looking = useRescue(isGone ? owner : undefined, type, id)
  // Without a network the writer is known all the same.
  const unread = found || kept.looking || (isGone && looking) ? undefined : saved.error
  const failed = (owner ? undefined : user.error) ?? unread

  if (!opened && !failed && owner && (found || !id)) setOpened({ owner, found })
  const asked = owner ? saved : user
  const again = () => void asked.refetch()
  return { opened, failed: opened ? undefined : failed, again, busy: asked.isFetching }
}

/** Leads to a new document if something was typed into this one, which is gone. True until that is known. */
function useRescue(owner: string | undefined, type: CapsuleType, id: string): boolean {
  const [looked, setLooked] = useState(false)
  const query = useQueryString()
  const path = history.location.pathname
  useEffect(() => {
    if (!owner) return
    const page = here()
    void moveToNew(owner, type, id).then((moved) => {
      if (!moved) setLooked(true)
      else if (here() === page) goTo(path + queryText({ ...query, id: undefined }), { replace: true })
    })
  }, [owner, type, id, path, query])
  return !looked
}

type OpenedQuery = { fresh: Detail | undefined; unanswered: boolean }

/** The draft as it was read last, where the server does not answer; `looking` until that is known. */
function useOfflineCopy(owner: string | undefined, id: string, { fresh, unanswered }: OpenedQuery) {
  const [kept, setKept] = useState<{ of: string; found: Detail | undefined }>()
  useEffect(() => {
    if (owner && fresh) void drafts().then((kept) => kept?.saveOffline(owner, fresh))
  }, [owner, fresh])
  const wanted = owner !== undefined && id !== '' && unanswered
  useEffect(() => {
    if (!wanted) return
    void drafts()
      .then((kept) => kept?.offlineDetail(owner, id))
      .then((found) => setKept({ of: id, found }))
  }, [wanted, owner, id])
  if (!wanted) return { found: undefined, looking: false }
  return kept?.of === id ? { found: kept.found, looking: false } : { found: undefined, looking: true }
}

/** This code is loaded only afterwards, and when there is no answer. */
const drafts = () => import('#web/draft/offline/offlineDrafts.ts').catch(() => undefined)
