import { CODE } from '#contract/codes.ts'
import { CANCELLED_NAME } from '#contract/profile.ts'
import { homeTitle, type Person, PUBLIC_EMPTY } from '#contract/social.ts'
import { useCall, usePages } from '#web/client/api.ts'
import { Avatar } from '#web/people/account/Avatar.tsx'
import { PersonCard, PersonSkeleton, Who } from '#web/people/account/PersonCard.tsx'
import { MoreButton } from '#web/people/report/MoreButton.tsx'
import { useBlock } from '#web/people/report/useBlock.ts'
import { GiftButton } from '#web/shop/gift/GiftButton.tsx'
import { Counts } from '#web/shop/wallet/Counts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyOrbit } from '#web/ui/drawings/EmptyOrbit.tsx'
import { LostCapsule } from '#web/ui/drawings/LostCapsule.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { EndlessList } from '#web/ui/EndlessList.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { go, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { FollowButton } from './FollowButton.tsx'
import grid from './PublicCapsule.module.css'
import { PublicCapsule, PublicSkeletons } from './PublicCapsule.tsx'
import { ShownRecord } from './ShownRecord.tsx'
import styles from './UserHome.module.css'
import { followedBy, useFollow } from './useFollow.ts'

const NOBODY: readonly number[] = [CODE.missing, CODE.badRequest]

/** The title while not even the person's name is known yet. */
const UNKNOWN_YET = '公开胶囊'

/** Somebody and their public capsules; on one's own there is nobody to follow or to give to. */
export function UserHome() {
  const { user_id = '', userName } = useQueryString()
  const detail = useCall('userDetail', { user_id }, { enabled: user_id !== '' })
  const user = detail.data?.user
  const isNobody = user_id === '' || (detail.error !== null && NOBODY.includes(detail.error.code))
  if (isNobody) return <Nobody />
  return (
    <Page
      title={user ? homeTitle(user.sex) : (userName ?? UNKNOWN_YET)}
      mood="universe"
      back
      wide
      right={user && <Ways user={user} />}
    >
      <PersonCard label="用户信息">
        <Loaded query={detail} skeleton={<PersonSkeleton />} compact>
          {({ user }) => <Header key={user.id} user={user} />}
        </Loaded>
      </PersonCard>
      <Capsules userId={user_id} isMine={user?.is_mine === 1} waits={!user && !detail.error} />
    </Page>
  )
}

/** The actions that others have on a person. */
const Ways = ({ user }: { user: Person }) =>
  !user.is_mine &&
  !user.cancelled && <MoreButton of={{ kind: 'user', id: user.id }} person={user} isBlocked={user.is_blocked === 1} />

function Header({ user }: { user: Person }) {
  const [follows, turn] = useFollow(user.id, user.is_follow === 1)
  const { nickname, avatar, sex, cancelled, is_mine, public_count, follower_count, followed_count } = followedBy(
    user,
    follows,
  )
  if (cancelled) return <Who picture={<Avatar />} name={CANCELLED_NAME} sex="" />
  return (
    <>
      <Who picture={<Avatar src={avatar} />} name={nickname} sex={sex} />
      <Counts
        className={styles.narrow}
        of={[
          ['公开胶囊', public_count],
          ['粉丝', follower_count],
          ['关注', followed_count],
        ]}
      />
      {user.forecasts && <ShownRecord record={user.forecasts} />}
      {user.is_blocked === 1 && <BlockedNote user={user} />}
      {!is_mine && !user.is_blocked && (
        <div className={`${styles.narrow} ${styles.ways}`}>
          <FollowButton nickname={nickname} follows={follows} onClick={turn} />
          <GiftButton to={user} />
        </div>
      )}
    </>
  )
}

/** Nobody follows, or gives to, whom they want to see nothing of. */
function BlockedNote({ user }: { user: Person }) {
  const { unblock, busy } = useBlock(user)
  return (
    <div className={`${styles.narrow} ${styles.blocked}`}>
      <span className="muted">已拉黑</span>
      <Button kind="secondary" busy={busy} onClick={unblock}>
        移出黑名单
      </Button>
    </div>
  )
}

/** Asked for at once, and shown below a card that is as high as it will be. */
function Capsules({ userId, isMine, waits }: { userId: string; isMine: boolean; waits: boolean }) {
  const capsules = usePages('userCapsules', { user_id: userId }, (page) => page.capsules.data)
  if (waits) return null
  return (
    <EndlessList
      className={grid.grid}
      label="公开的胶囊"
      query={capsules}
      render={(card) => <PublicCapsule card={card} hidesAuthor />}
      skeleton={<PublicSkeletons />}
      empty={<Empty text={PUBLIC_EMPTY} drawing={<EmptyOrbit />} action={isMine ? <OpenOne /> : <LookAround />} />}
    />
  )
}

const OpenOne = () => <Button onClick={() => go('meCapsule', { tab: 'open' })}>公开一枚我的胶囊</Button>
const LookAround = () => <Button onClick={() => go('home')}>去胶囊宇宙看看</Button>

const Nobody = () => (
  <Page title="用户主页" mood="universe" back>
    <Empty
      text="没有找到这位用户"
      drawing={<LostCapsule />}
      action={<Button onClick={() => go('home', {}, { replace: true })}>返回首页</Button>}
    />
  </Page>
)
