import type { ReactNode } from 'react'
import type { ShownItem } from '#contract/content.ts'
import { useUser } from '#web/api.ts'
import { useBlobAddresses } from '#web/draft/blobs.ts'
import { isShown, useMakingStore } from '#web/draft/files.ts'
import { useQueryString } from '#web/ui/location.ts'
import { Waiting } from './Waiting.tsx'

type Props = { title: string; children: (items: readonly ShownItem[]) => ReactNode }

/** The pictures and videos of the capsule being made, for the pages that show them. */
export function PreviewMaking({ title, children }: Props) {
  const items = usePreviewItems()
  return items ? children(items) : <Waiting title={title} />
}

/** Undefined while they are read. Those that are not up yet come from this browser. */
function usePreviewItems(): ShownItem[] | undefined {
  const userId = useUser().data?.user.id
  const { draft = '' } = useQueryString()
  const { owner, lists } = useMakingStore()
  const items = (lists[draft]?.items ?? []).filter(isShown)
  const here = useBlobAddresses(items.filter(({ address }) => !address).map(({ id }) => id))
  if (userId === undefined) return undefined
  if (owner !== userId) return []
  const shown = items.map((item) => ({
    ...item,
    content: item.address ?? here[item.id] ?? '',
    poster: item.posterAddress,
  }))
  return shown.some(({ content, state }) => !content && state === 'going') ? undefined : shown
}
