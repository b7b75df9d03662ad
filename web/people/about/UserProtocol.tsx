import { ENDING_TITLE } from '#contract/endingPage.ts'
import { href } from '#contract/pages.ts'
import { AGREEMENT, AGREEMENT_NAME } from '#contract/system.ts'
import { useCall } from '#web/client/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { useInPane } from '#web/ui/inPane.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { go, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SiteLines } from './SiteLines.tsx'
import styles from './UserProtocol.module.css'

/** The terms (`type` 0) or the privacy policy (1), open to everybody. */
export function UserProtocol() {
  const type = useQueryString().type === '1' ? 1 : 0
  const other = type === 0 ? 1 : 0
  // The list beside it links to both agreements.
  const besideList = useInPane()
  const query = useCall('userArgument', { type }, { staleTime: Number.POSITIVE_INFINITY })
  return (
    <Page title={query.data?.agreement.title ?? AGREEMENT_NAME[type]} back>
      <Loaded query={query} skeleton={<PageSkeleton />}>
        {({ agreement }) => (
          <Card as="article" className={styles.paper}>
            <p className="muted">版本 {agreement.version}</p>
            <RichText html={agreement.content} />
          </Card>
        )}
      </Loaded>
      {type === AGREEMENT.terms && (
        <div className={styles.other}>
          <ButtonLink kind="quiet" to={href('ending')}>
            {ENDING_TITLE}
          </ButtonLink>
        </div>
      )}
      {!besideList && (
        <div className={styles.other}>
          <Button kind="quiet" onClick={() => go('userProtocol', { type: String(other) }, { replace: true })}>
            查看《{AGREEMENT_NAME[other]}》
          </Button>
        </div>
      )}
      {!besideList && <SiteLines />}
    </Page>
  )
}

const LINES = ['40%', '100%', '96%', '88%', '30%', '99%', '92%', '64%']

const PageSkeleton = () => (
  <Card className={`${styles.paper} ${styles.coming}`} aria-busy="true">
    {LINES.map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </Card>
)
