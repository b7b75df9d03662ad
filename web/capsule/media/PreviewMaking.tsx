import { type ReactNode, useEffect, useEffectEvent } from 'react'
import type { ShownItem } from '#contract/content.ts'
import { pictureFieldsOf } from '#contract/pictureFields.ts'
import { isUnanswered, useUser } from '#web/client/api.ts'
import { cachedInTab, cacheInTab } from '#web/client/sessionCache.ts'
import { useBlobAddresses } from '#web/draft/current/blobs.ts'
import { CONTENT_LIST, isShown, type MadeItem, useFilesStore } from '#web/draft/current/files.ts'
import { useQueryString } from '#web/ui/location.ts'
import { Waiting } from './Waiting.tsx'

type Props = { title: string; children: (items: readonly ShownItem[]) => ReactNode }

/** The pictures and videos of the capsule being made, for the pages that show them. */
export function PreviewMaking({ title, children }: Props) {
  const items = usePreviewItems()
  return items ? children(items) : <Waiting title={title} />
}

type ContentList = { draft: string; items: ShownItem[] }

/** Undefined while the files are being read. Files that are not uploaded yet come from this browser. */
function usePreviewItems(): ShownItem[] | undefined {
  const user = useUser()
  const userId = user.data?.user.id
  const { draft = '' } = useQueryString()
  const { owner, lists } = useFilesStore()
  const items = (lists[draft]?.items ?? []).filter(isShown)
  const here = useBlobAddresses(items.filter(({ address }) => !address).map(({ id }) => id))
  const isOwn = userId !== undefined && owner === userId
  // Only uploaded files are kept: files in this browser alone get a new address on every visit.
  const up = items.map(shownOf).filter(({ content }) => content)
  const keepThem = useEffectEvent(() => cacheInTab(CONTENT_LIST, { draft, items: up } satisfies ContentList))
  useEffect(() => {
    if (isOwn && up.length > 0) keepThem()
  }, [isOwn, up.length])

  if (userId === undefined) return isUnanswered(user) ? lastSeen(draft) : undefined
  if (!isOwn) return []
  const shown = items.map((item) => ({
    ...shownOf(item),
    content: item.address ?? here[item.id] ?? '',
    state: item.state,
  }))
  return shown.some(({ content, state }) => !content && state === 'going') ? undefined : shown
}

/** The files looked at before, for while the server does not answer who is signed in. */
function lastSeen(draft: string): ShownItem[] | undefined {
  const list = cachedInTab<ContentList>(CONTENT_LIST)
  return list?.draft === draft ? list.items : undefined
}

const shownOf = (item: MadeItem): ShownItem => ({
  type: item.type,
  comment: item.comment,
  name: item.name,
  content: item.address ?? '',
  poster: item.posterAddress,
  ...pictureFieldsOf(item),
})
