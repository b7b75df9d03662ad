import {
  CalendarHeart,
  Heart,
  Inbox,
  Package,
  RotateCw,
  ScrollText,
  Search,
  Settings,
  Target,
  Wallet,
} from 'lucide-react'
import type { User } from '#contract/profile.ts'
import { YEAR_TITLE } from '#contract/year.ts'
import { useCall, useUser } from '#web/client/api.ts'
import { useKnown } from '#web/client/useKnown.ts'
import { DueCard } from '#web/look/cards/DueCard.tsx'
import { SealedSummary } from '#web/look/cards/SealedSummary.tsx'
import { YearCard } from '#web/look/cards/YearCard.tsx'
import { Avatar } from '#web/people/account/Avatar.tsx'
import styles from '#web/people/account/PersonCard.module.css'
import { PersonCard, PersonSkeleton, Who } from '#web/people/account/PersonCard.tsx'
import { Counts, heldCounts } from '#web/shop/wallet/Counts.tsx'
import { CardSkeletons } from '#web/ui/Card.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { go } from '#web/ui/location.ts'
import { sayRefreshed, useOnPull } from '#web/ui/onPull.ts'
import { Row, Rows } from '#web/ui/Rows.tsx'
import { TabPage } from '#web/ui/TabPage.tsx'
import { useNow } from '#web/ui/useNow.ts'
import { Messages } from './Messages.tsx'

const GROUPS = [
  {
    title: '我的内容',
    entries: [
      { label: '我的胶囊', page: 'meCapsule', icon: Package },
      { label: '搜索', page: 'ownSearch', icon: Search },
      { label: '草稿箱', page: 'draftBox', icon: Inbox },
      { label: '我的收藏', page: 'mylove', icon: Heart },
      { label: YEAR_TITLE, page: 'yearReview', icon: CalendarHeart },
      { label: '预测战绩', page: 'forecastRecord', icon: Target },
    ],
  },
  {
    title: '账户',
    entries: [
      { label: '充值', page: 'rechargeCenter', icon: Wallet },
      { label: '胶囊记录', page: 'capsuleRecord', icon: ScrollText },
    ],
  },
  { label: '设置', entries: [{ label: '设置', page: 'setting', icon: Settings }] },
] as const

const HOUR_MS = 3_600_000

export function Me() {
  const query = useUser()
  const now = useNow(HOUR_MS)
  // Cards that came late above the rows would push the rows down under the finger.
  const isKnown = useKnown(useCall('closedSummary', {}))
  useOnPull(query.refetch)
  return (
    <TabPage
      title="我的"
      right={
        <>
          <Messages />
          <Refresh busy={query.isFetching} onClick={() => sayRefreshed([query.refetch])} />
        </>
      }
    >
      <PersonCard label="个人信息">
        <Loaded query={query} skeleton={<PersonSkeleton />} compact>
          {({ user }) => <Person user={user} />}
        </Loaded>
      </PersonCard>
      <YearCard now={now} />
      {isKnown ? (
        <>
          <DueCard />
          <SealedSummary />
          <Entries />
        </>
      ) : (
        <CardSkeletons count={5} size={22} />
      )}
    </TabPage>
  )
}

const Entries = () =>
  GROUPS.map(({ entries, ...named }) => (
    <Rows key={entries[0].page} {...named}>
      {entries.map(({ label, page, icon }) => (
        <Row key={page} label={label} icon={icon} onClick={() => go(page)} />
      ))}
    </Rows>
  ))

const Person = ({ user }: { user: User }) => (
  <>
    <Who picture={<OwnAvatar src={user.avatar} />} name={user.nickname} sex={user.sex} />
    <Counts of={heldCounts(user)} className={styles.large} />
  </>
)

const OwnAvatar = ({ src }: { src: string }) => (
  <button type="button" className={styles.avatar} aria-label="编辑个人资料" onClick={() => go('setting')}>
    <Avatar src={src} />
  </button>
)

const Refresh = ({ busy, onClick }: { busy: boolean; onClick: () => void }) => (
  <IconButton
    label="刷新"
    icon={RotateCw}
    size={20}
    aria-disabled={busy || undefined}
    onClick={busy ? undefined : onClick}
  />
)
