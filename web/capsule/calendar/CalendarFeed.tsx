import { CalendarDays } from 'lucide-react'
import { FEED_ENDED } from '#contract/calendar.ts'
import { useCall, useSend } from '#web/client/api.ts'
import { confirm } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Intro } from '#web/ui/Intro.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from './CalendarFeed.module.css'
import { FeedLink } from './FeedLink.tsx'

/** The private address from which the owner's calendars read all open times, and nothing else of any capsule. */
export function CalendarFeed() {
  const query = useCall('calendarFeed', {})
  const made = query.data?.url !== ''
  return (
    <Page title="日历订阅" back form footer={query.data && (made ? undefined : <Make />)}>
      <Intro icon={CalendarDays} title="让系统日历记住每一个解封日">
        <p>订阅以后，所有未解封胶囊的解封日期都会出现在你的手机或电脑日历里；新封存的自动加入，解封了的自动移除。</p>
        <p>日历里只有解封日期，没有标题和内容。</p>
      </Intro>
      <Loaded query={query} skeleton={<Skeleton height={220} />}>
        {({ url }) => (url ? <Feed url={url} /> : null)}
      </Loaded>
    </Page>
  )
}

const Make = () => {
  const make = useRenew('订阅链接已生成')
  return (
    <Button kind="primary" block busy={make.isPending} onClick={() => make.mutate({})}>
      生成订阅链接
    </Button>
  )
}

function Feed({ url }: { url: string }) {
  const renew = useRenew('已更换链接')
  const end = useSend('endCalendarFeed', { onSuccess: () => toast(FEED_ENDED) })
  const busy = renew.isPending || end.isPending

  async function askAndRenew() {
    const text = '旧链接立即失效，已经订阅的日历不再更新，需要用新链接重新订阅。'
    if (await confirm({ title: '更换链接', text, ok: '更换' })) renew.mutate({})
  }

  async function askAndEnd() {
    const text = '链接立即失效，已经订阅的日历不再更新。'
    if (await confirm({ title: '停止订阅', text, ok: '停止订阅', danger: true })) end.mutate({})
  }

  return (
    <>
      <FeedLink url={url} />
      <div className={styles.changes}>
        <Button kind="secondary" block busy={renew.isPending} disabled={busy} onClick={() => void askAndRenew()}>
          更换链接
        </Button>
        <Button kind="secondary" block busy={end.isPending} disabled={busy} onClick={() => void askAndEnd()}>
          停止订阅
        </Button>
      </div>
    </>
  )
}

const useRenew = (done: string) => useSend('renewCalendarFeed', { onSuccess: () => toast(done) })
