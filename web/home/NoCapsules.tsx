import type { ComponentProps } from 'react'
import { TEXT } from '#contract/codes.ts'
import { PUBLIC_EMPTY } from '#contract/social.ts'
import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { go } from '#web/ui/location.ts'
import { Ghosts } from './Ghosts.tsx'
import styles from './Home.module.css'

type Query = ComponentProps<typeof Loaded<unknown>>['query']

/** The field while its capsules are on their way, when they did not come, and before anybody made one public. */
export function NoCapsules({ query }: { query: Query }) {
  const isWaiting = query.data === undefined && query.error === null
  return (
    <>
      <Ghosts faint={!isWaiting} />
      <div className={styles.said} aria-busy={isWaiting}>
        <Loaded query={query} skeleton={<span className="hidden">{TEXT.loading}</span>}>
          {() => <Empty text={PUBLIC_EMPTY} action={<Button onClick={start}>封存我的第一颗胶囊</Button>} />}
        </Loaded>
      </div>
    </>
  )
}

const start = () => go('timeCapsule')
