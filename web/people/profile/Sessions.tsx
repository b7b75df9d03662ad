import { type LucideIcon, MessageCircle, Monitor, Smartphone } from 'lucide-react'
import type { Session } from '#contract/account.ts'
import { SOURCE_NAME } from '#contract/prove.ts'
import { agoText } from '#contract/time.ts'
import { useCall, useSend, useUser } from '#web/client/api.ts'
import { confirm } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CardList, CardRow, CardSkeletons } from '#web/ui/Card.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Page } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useNow } from '#web/ui/useNow.ts'
import styles from './Sessions.module.css'
import { UserSwitch } from './UserSwitch.tsx'

const ICONS: Record<string, LucideIcon> = {
  h5: Smartphone,
  pc: Monitor,
  ios: Smartphone,
  android: Smartphone,
  'mp-weixin': MessageCircle,
  'mp-alipay': MessageCircle,
}
const ENDED = '已退出'
const MINUTE_MS = 60_000

/** Where the person is signed in, this device first; any other can be signed out from here. */
export function Sessions() {
  const query = useCall('sessions', {})
  const end = useSend('endSession', { onSuccess: () => toast(ENDED) })
  const sessions = [...(query.data?.sessions ?? [])].sort((one, other) => other.current - one.current)
  const elsewhere = sessions.some((session) => !session.current)

  async function askAndEnd(text: string, session_id?: string) {
    if (!(await confirm({ text, ok: '退出' }))) return
    // A device that had gone by itself is refused; the list is out of date either way.
    end.mutate({ session_id }, { onSettled: () => query.refetch() })
  }

  return (
    <Page
      title="登录设备"
      back
      footer={
        elsewhere && (
          <Button
            kind="secondary"
            block
            busy={end.isPending && end.variables.session_id === undefined}
            onClick={() => void askAndEnd('其他设备都将退出登录，再次使用时需要重新登录。')}
          >
            退出其他所有设备
          </Button>
        )
      }
    >
      <Loaded query={query} skeleton={<CardSkeletons count={3} size={24} />}>
        {() => (
          <CardList label="登录设备">
            {sessions.map((session) => (
              <li key={session.id}>
                <SessionRow
                  session={session}
                  busy={end.isPending && end.variables.session_id === session.id}
                  onEnd={(name) => void askAndEnd(`「${name}」将退出登录，再次使用时需要重新登录。`, session.id)}
                />
              </li>
            ))}
          </CardList>
        )}
      </Loaded>
      {(query.data || query.error) && <SignInSwitch />}
    </Page>
  )
}

/** The inbox tells of a sign-in from elsewhere in any case. */
function SignInSwitch() {
  const user = useUser().data?.user
  if (!user?.tel) return null
  return (
    <div className={styles.notice}>
      <UserSwitch
        user={user}
        field="notify_sign_in"
        title="提醒"
        label="新的地方登录时短信提醒"
        hint="消息里总会告诉你"
      />
    </div>
  )
}

type RowProps = { session: Session; busy: boolean; onEnd: (name: string) => void }

function SessionRow({ session, busy, onEnd }: RowProps) {
  const name = SOURCE_NAME[session.source] ?? '其他设备'
  const Icon = ICONS[session.source] ?? Monitor
  const time = agoText(session.last_at, useNow(MINUTE_MS))
  return (
    <CardRow
      start={<Icon size={24} strokeWidth={1.75} aria-hidden="true" />}
      end={
        session.current === 0 && (
          <Button kind="quiet" busy={busy} label={`退出${name}，最近使用 ${time}`} onClick={() => onEnd(name)}>
            退出
          </Button>
        )
      }
    >
      <b className={styles.name}>
        {name}
        {session.current === 1 && <span className={styles.badge}>本机</span>}
      </b>
      <span className="muted">最近使用 {time}</span>
    </CardRow>
  )
}
