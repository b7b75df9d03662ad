import { Inbox, Package, RotateCw, ScrollText, Settings } from 'lucide-react'
import type { User } from '#contract/profile.ts'
import { KINDS } from '#contract/wallet.ts'
import { toastError, useUser } from '#web/api.ts'
import { TabPage } from '#web/shell/TabPage.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { go } from '#web/ui/location.ts'
import { PullToRefresh } from '#web/ui/PullToRefresh.tsx'
import { Row, Rows } from '#web/ui/Rows.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Avatar } from './Avatar.tsx'
import counts from './Counts.module.css'
import { Counts } from './Counts.tsx'
import { Gender } from './Gender.tsx'
import styles from './Me.module.css'

const ENTRIES = [
  { label: '我的胶囊', page: 'meCapsule', icon: Package },
  { label: '草稿箱', page: 'draftBox', icon: Inbox },
  { label: '胶囊记录', page: 'capsuleRecord', icon: ScrollText },
  { label: '设置', page: 'setting', icon: Settings },
] as const

export function Me() {
  const query = useUser()
  const refresh = async () => {
    const fresh = await query.refetch()
    if (fresh.error) toastError(fresh.error)
    else toast('刷新成功')
  }
  return (
    <TabPage title="我的" right={<Refresh busy={query.isFetching} onClick={refresh} />}>
      <PullToRefresh onRefresh={refresh}>
        <section className={styles.card} data-mood="universe" aria-label="个人信息">
          <Loaded query={query} skeleton={<PageSkeleton />} compact>
            {({ user }) => <Person user={user} />}
          </Loaded>
        </section>
        <Rows>
          {ENTRIES.map(({ label, page, icon }) => (
            <Row key={page} label={label} icon={icon} onClick={() => go(page)} />
          ))}
        </Rows>
      </PullToRefresh>
    </TabPage>
  )
}

function Person({ user }: { user: User }) {
  return (
    <>
      <div className={styles.who}>
        <button type="button" className={styles.avatar} aria-label="编辑个人资料" onClick={() => go('setting')}>
          <Avatar src={user.avatar} />
        </button>
        <p className={styles.name}>{user.nickname}</p>
        <Gender sex={user.sex} />
      </div>
      <Counts held={user} className={styles.counters} />
    </>
  )
}

function PageSkeleton() {
  return (
    <>
      <div className={styles.who}>
        <Skeleton width={64} height={64} round />
        <Skeleton width={120} height={22} />
      </div>
      <div className={counts.counts}>
        {KINDS.map((kind) => (
          <Skeleton key={kind} height={52} />
        ))}
      </div>
    </>
  )
}

const Refresh = ({ busy, onClick }: { busy: boolean; onClick: () => void }) => (
  <IconButton
    label="刷新"
    icon={RotateCw}
    size={20}
    aria-disabled={busy || undefined}
    onClick={busy ? undefined : onClick}
  />
)
