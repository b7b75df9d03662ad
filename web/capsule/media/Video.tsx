import type { ShownItem } from '#contract/content.ts'
import { href } from '#contract/pages.ts'
import { useSignedIn } from '#web/client/session.ts'
import { Author } from '#web/people/account/Author.tsx'
import { useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { ByQuery } from './ByQuery.tsx'
import { Nothing } from './Nothing.tsx'
import { isVideo } from './seen.ts'
import styles from './Video.module.css'
import { VideoPlayer } from './VideoPlayer.tsx'

const TITLE = '视频'

/** A video that its owner shared by link; anybody may come here. */
export function Video() {
  const { index } = useQueryString()
  const signedIn = useSignedIn()
  return (
    <ByQuery title={TITLE}>
      {({ capsule, is_mine }, refresh) => {
        const item = videoAt(capsule.capsule_content?.content ?? [], Number(index))
        if (!item) return <Nothing title={TITLE} />
        return (
          <Page title={TITLE} mood="universe" back={signedIn || undefined} right={!is_mine && <HomeLink />} wide>
            <article className={styles.video}>
              <VideoPlayer
                address={item.content}
                label={item.comment || capsule.long_tag}
                poster={item.poster}
                size={item}
                refresh={refresh}
              />
              <h2 className={styles.title}>{capsule.long_tag}</h2>
              <Author author={capsule.user} />
              {item.comment && <p className={styles.remark}>{item.comment}</p>}
            </article>
          </Page>
        )
      }}
    </ByQuery>
  )
}

/** The video that the link names, or else the first. */
function videoAt(items: readonly ShownItem[], index: number): ShownItem | undefined {
  const item = items[index]
  return item && isVideo(item) ? item : items.find(isVideo)
}

const HomeLink = () => (
  <a className={styles.home} href={href('home')}>
    前往首页
  </a>
)
