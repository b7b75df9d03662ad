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

/** The field while its capsules load, when loading failed, and before anybody has made one public. */
export function NoCapsules({ query, waits }: { query: Query; waits: boolean }) {
  const isWaiting = waits || (query.data === undefined && query.error === null)
  return (
    <>
      <Ghosts faint={!isWaiting} />
      <div className={styles.said} aria-busy={isWaiting}>
        {isWaiting ? (
          <span className="hidden">{TEXT.loading}</span>
        ) : (
          <Loaded query={query} skeleton={null}>
            {() => <Empty text={PUBLIC_EMPTY} action={<Button onClick={start}>封存我的第一枚胶囊</Button>} />}
          </Loaded>
        )}
      </div>
    </>
  )
}

const start = () => go('timeCapsule')
