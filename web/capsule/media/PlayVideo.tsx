import { TEXT } from '#contract/codes.ts'
import { ITEM, type ShownItem } from '#contract/content.ts'
import { back, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { ByQuery } from './ByQuery.tsx'
import { Nothing } from './Nothing.tsx'
import { OfMaking } from './OfMaking.tsx'
import { ownVideo } from './ownVideo.ts'
import { isVideo } from './seen.ts'
import { useFullScreen } from './useFullScreen.ts'
import type { Refresh } from './useHeld.ts'
import styles from './VideoPlayer.module.css'
import { VideoPlayer } from './VideoPlayer.tsx'

const TITLE = '预览视频'

/** One video: of a capsule (`id`, `index`, `token`), of the one being made (`list=making`), or by its address (`url`). */
export function PlayVideo() {
  const { id, list, index, url = '', comment = '' } = useQueryString()
  if (list === 'making') return <OfMaking title={TITLE}>{(items) => <Play item={items[Number(index)]} />}</OfMaking>
  if (id)
    return (
      <ByQuery title={TITLE}>
        {({ capsule }, refresh) => <Play item={capsule.capsule_content?.content[Number(index)]} refresh={refresh} />}
      </ByQuery>
    )
  const content = ownVideo(url)
  return <Play item={content ? { type: ITEM.video, content, comment } : undefined} />
}

function Play({ item, refresh }: { item: ShownItem | undefined; refresh?: Refresh }) {
  const { video, enter } = useFullScreen(back)
  if (!item || !isVideo(item)) return <Nothing title={TITLE} text={TEXT.gone} />
  const title = item.comment || TITLE
  return (
    <Page title={title} mood="universe" back wide>
      <div className={styles.stage}>
        <VideoPlayer
          address={item.content}
          label={title}
          poster={item.poster}
          size={item}
          refresh={refresh}
          video={video}
          onPlay={enter}
        />
      </div>
    </Page>
  )
}
