import type { ReactNode } from 'react'
import type { Output } from '#contract/calls.ts'
import { STATUS } from '#contract/capsule.ts'
import { go, useQueryString } from '#web/ui/location.ts'
import { ByQuery } from './ByQuery.tsx'
import { Nothing } from './Nothing.tsx'
import { OfMaking } from './OfMaking.tsx'
import { ShareVideo } from './ShareVideo.tsx'
import { Swiper } from './Swiper.tsx'
import { isVideo, type Seen, seenOf } from './seen.ts'
import type { Refresh } from './useHeld.ts'

const TITLE = '预览'

/** Pictures and videos one by one: of a capsule (`id`, and `token` of a shared one), or of what is being made. */
export function Preview() {
  const { list, draft } = useQueryString()
  if (list === 'making')
    return (
      <OfMaking title={TITLE}>
        {(items) => <Look seen={seenOf(items).filter(({ content }) => content)} source={{ list, draft }} />}
      </OfMaking>
    )
  return <ByQuery title={TITLE}>{(shown, refresh) => <OfCapsule shown={shown} refresh={refresh} />}</ByQuery>
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
  /** What the address of the page says of where they come from. */
  source: Record<string, string | undefined>
  refresh?: Refresh
  actions?: (item: Seen) => ReactNode
}

function Look({ seen, source, refresh, actions }: LookProps) {
  const { index } = useQueryString()
  if (seen.length === 0) return <Nothing title={TITLE} />
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

/** Where the item with this index stands, or the nearest there is. */
function placeOf(seen: readonly Seen[], index: number): number {
  const place = seen.findIndex((item) => item.index >= index)
  if (place >= 0) return place
  return index > 0 ? seen.length - 1 : 0
}
