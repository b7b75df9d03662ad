import { FOLLOWED_USERS_PAGE_SIZE } from '#contract/limits.ts'
import { FOLLOW, FOLLOWED_EMPTY, type Followed, LOVED_EMPTY } from '#contract/social.ts'
import { useFirstPage, usePages } from '#web/client/api.ts'
import { Author } from '#web/people/account/Author.tsx'
import { confirm } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { HalfHeart } from '#web/ui/drawings/HalfHeart.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { EndlessList } from '#web/ui/EndlessList.tsx'
import { go, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { FollowButton } from './FollowButton.tsx'
import styles from './Mylove.module.css'
import grid from './PublicCapsule.module.css'
import { PublicCapsule, PublicSkeletons } from './PublicCapsule.tsx'
import { useFollow } from './useFollow.ts'

const TABS = [
  { value: 'capsule', label: '胶囊' },
  { value: 'user', label: '用户' },
] as const

/** The capsules that the person likes and the people they follow; the tab stands in the address, so that back finds it again. */
export function Mylove() {
  const tab = useQueryString().tab === 'user' ? 'user' : 'capsule'
  const fresh = useFirstPage()
  function turn(next: 'user' | 'capsule') {
    fresh(next === 'user' ? 'userFollowList' : 'userLoveList')
    go('mylove', { tab: next }, { replace: true })
  }
  return (
    <Page title="我的收藏" mood="universe" back wide>
      <Tabs value={tab} onChange={turn} items={TABS}>
        {tab === 'capsule' ? <Loved /> : <FollowedUsers />}
      </Tabs>
    </Page>
  )
}

function Loved() {
  const capsules = usePages('userLoveList', {}, (page) => page.capsules.data)
  return (
    <EndlessList
      className={grid.grid}
      label="喜欢的胶囊"
      query={capsules}
      render={(card) => <PublicCapsule card={card} />}
      skeleton={<PublicSkeletons />}
      empty={<Empty text={LOVED_EMPTY} drawing={<HalfHeart />} action={<LookAround />} />}
    />
  )
}

function FollowedUsers() {
  const users = usePages('userFollowList', { pageSize: FOLLOWED_USERS_PAGE_SIZE }, (page) => page.users.data.map(byId))
  return (
    <EndlessList
      className={grid.grid}
      label="关注的人"
      query={users}
      render={(row) => <FollowedUser row={row} />}
      skeleton={<FollowedSkeletons />}
      empty={<Empty text={FOLLOWED_EMPTY} drawing={<HalfHeart />} action={<LookAround />} />}
    />
  )
}

const byId = (row: Followed) => ({ ...row, id: row.followed_user.id })

function FollowedUser({ row: { followed_user, status } }: { row: Followed }) {
  const { id, nickname } = followed_user
  const [follows, turn] = useFollow(id, true)

  /** Asks first, since a person who is no longer followed leaves the list. */
  async function askAndTurn() {
    if (!follows || (await confirm({ text: `不再关注「${nickname}」吗？`, ok: '不再关注' }))) turn()
  }

  return (
    <Card small outlined className={styles.followed}>
      <Author author={followed_user} leads />
      <FollowButton
        nickname={nickname}
        follows={follows}
        isMutual={status === FOLLOW.both}
        onClick={() => void askAndTurn()}
      />
    </Card>
  )
}

const FollowedSkeletons = () => (
  <div className={grid.grid}>
    {[1, 2, 3, 4, 5, 6].map((row) => (
      <Card key={row} small outlined className={styles.followed}>
        <span className={styles.shape}>
          <Skeleton width={40} height={40} round />
          <Skeleton width="48%" height={18} />
        </span>
        <Skeleton width={96} height={48} round />
      </Card>
    ))}
  </div>
)

const LookAround = () => <Button onClick={() => go('home')}>去胶囊宇宙看看</Button>
