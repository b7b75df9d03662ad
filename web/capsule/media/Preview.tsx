import { type ReactNode, useEffect, useEffectEvent } from 'react'
import type { Output } from '#contract/calls.ts'
import { STATUS } from '#contract/capsule.ts'
import { go, useQueryString } from '#web/ui/location.ts'
import { ByQuery } from './ByQuery.tsx'
import { Nothing } from './Nothing.tsx'
import { OfMaking } from './OfMaking.tsx'
import { cachedOf, cachedPreview, cachePreview, type Source } from './previewList.ts'
import { ShareVideo } from './ShareVideo.tsx'
import { Swiper } from './Swiper.tsx'
import { isVideo, type Seen, seenOf } from './seen.ts'
import type { Refresh } from './useHeld.ts'
import { Waiting } from './Waiting.tsx'

const TITLE = '预览'

/** Pictures and videos one by one: of a capsule (`id`, and `token` of a shared one), or of the capsule being made. */
export function Preview() {
  const { id = '', token, list, draft } = useQueryString()
  const before = !id && !list && cachedPreview()
  if (before) return <Again {...before.source} index={before.index} />
  if (list === 'making')
    return (
      <OfMaking title={TITLE}>
        {(items) => <Look seen={seenOf(items).filter(({ content }) => content)} source={{ list, draft }} />}
      </OfMaking>
    )
  const seen = cachedOf(id, token)
  return (
    <ByQuery title={TITLE} lastSeen={seen && <Look seen={seen} source={{ id, token }} />}>
      {(shown, refresh) => <OfCapsule shown={shown} refresh={refresh} />}
    </ByQuery>
  )
}

/** Leads back to the last item, for an address that names none. */
function Again(query: Source & { index: string }) {
  const goOn = useEffectEvent(() => go('preview', query, { replace: true }))
  useEffect(() => goOn(), [])
  return <Waiting title={TITLE} />
}

function OfCapsule({ shown, refresh }: { shown: Output<'capsuleDetail'>; refresh: Refresh }) {
  const { id = '', token } = useQueryString()
  const { capsule, is_mine } = shown
  const mayShare = is_mine === 1 && capsule.status === STATUS.unsealed
  return (
    <Look
      seen={seenOf(capsule.capsule_content?.content ?? [])}
      source={{ id, token }}
      refresh={refresh}
      actions={(item) => mayShare && isVideo(item) && <ShareVideo capsule={capsule} index={item.index} />}
    />
  )
}

type LookProps = {
  seen: Seen[]
  source: Source
  refresh?: Refresh
  actions?: (item: Seen) => ReactNode
}

function Look({ seen, source, refresh, actions }: LookProps) {
  const { index } = useQueryString()
  const keepAll = useEffectEvent((index: string) =>
    cachePreview({ source, index, seen: source.list === 'making' || seen.some(isOfCopy) ? [] : seen }),
  )
  const nothing = seen.length === 0
  useEffect(() => {
    if (!nothing) keepAll(index ?? '0')
  }, [nothing, index])
  if (nothing) return <Nothing title={TITLE} />
  const query = (item: Seen) => ({ ...source, index: String(item.index) })
  return (
    <Swiper
      title={TITLE}
      seen={seen}
      start={placeOf(seen, Number(index))}
      refresh={refresh}
      actions={actions}
      onSeen={(item) => go('preview', query(item), { replace: true })}
      onPlay={(item) => go('playVideo', query(item))}
    />
  )
}

/** Its address ends with the page. */
const isOfCopy = ({ content, poster }: Seen): boolean =>
  [content, poster].some((address) => address?.startsWith('blob:'))

/** Where the item with this index stands, or the nearest there is. */
function placeOf(seen: readonly Seen[], index: number): number {
  const place = seen.findIndex((item) => item.index >= index)
  if (place >= 0) return place
  return index > 0 ? seen.length - 1 : 0
}
