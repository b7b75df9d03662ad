import {
  Archive,
  Ban,
  EarthLock,
  FileCheck2,
  FileQuestion,
  Gift,
  Globe,
  type LucideIcon,
  MailCheck,
  MailOpen,
  MessageSquareReply,
  MonitorSmartphone,
  Sunset,
} from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { INBOX_EMPTY, INBOX_TITLE, type InboxKind, type Message } from '#contract/inbox.ts'
import { APPEAL_MAX_CHARS } from '#contract/limits.ts'
import { APPEALED, whyNotAppeal } from '#contract/report.ts'
import { momentText } from '#contract/time.ts'
import { usePages, useSend } from '#web/client/api.ts'
import { ask } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardSkeletons } from '#web/ui/Card.tsx'
import { QuietBell } from '#web/ui/drawings/QuietBell.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { EndlessList } from '#web/ui/EndlessList.tsx'
import { goTo } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from './Inbox.module.css'

const ICONS: Record<InboxKind, LucideIcon> = {
  application: FileCheck2,
  public: Globe,
  down: EarthLock,
  ban: Ban,
  gift: Gift,
  feedback: MessageSquareReply,
  signIn: MonitorSmartphone,
  lost: FileQuestion,
  archive: Archive,
  sunset: Sunset,
  received: MailOpen,
  answered: MailCheck,
}

/** The messages of the product to the person, the newest first; messages seen here are marked as read. */
export function Inbox() {
  const messages = usePages('inbox', {}, (page) => page.messages.data)
  const { mutate: read } = useSend('readInbox', { quiet: true })
  const newest = messages.data?.find((message) => !message.read)?.id
  // Marks only the messages on the page as read: those that come later stay unread.
  useEffect(() => {
    if (newest !== undefined) read({ newest })
  }, [newest, read])
  return (
    <Page title={INBOX_TITLE} back>
      <EndlessList
        className={styles.list}
        label={INBOX_TITLE}
        query={messages}
        render={(message) => <Told message={message} />}
        skeleton={<CardSkeletons count={4} size={24} />}
        empty={<Empty text={INBOX_EMPTY} drawing={<QuietBell />} />}
      />
    </Page>
  )
}

function Told({ message }: { message: Message }) {
  const { kind, text, to, created_at, read, appeal } = message
  const Icon = ICONS[kind]
  return (
    <Card as="article" small className={styles.message} data-unread={read === 0 || undefined}>
      <Icon className={styles.icon} size={22} strokeWidth={1.75} aria-hidden="true" />
      <div className={styles.words}>
        {read === 0 && <span className="hidden">未读</span>}
        <p>{text}</p>
        {kind === 'lost' && <Kept to={to} />}
        <div className={styles.foot}>
          <time className={styles.time}>{momentText(created_at)}</time>
          {appeal === 'sent' && <span className={styles.time}>已申诉</span>}
          {appeal === 'open' && <Appeal id={message.id} />}
          {to && (
            <Button kind="quiet" onClick={() => goTo(to)}>
              查看
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}

const LostDrafts = lazy(() =>
  import('#web/draft/offline/LostDrafts.tsx').then((loaded) => ({ default: loaded.LostDrafts })),
)

/** This device's copies of the drafts that the message names in its address (server/upkeep/loss/tell.ts). */
function Kept({ to }: { to: string }) {
  const ids = new URLSearchParams(to.split('?')[1]).get('lost')
  return (
    ids && (
      <Suspense>
        <LostDrafts ids={ids} />
      </Suspense>
    )
  )
}

/** The form for an appeal: one sentence, once. */
function Appeal({ id }: { id: string }) {
  const send = useSend('appeal', { onSuccess: () => toast(APPEALED) })
  async function write() {
    const text = await ask({
      title: '申诉',
      placeholder: '用一句话说明理由',
      max: APPEAL_MAX_CHARS,
      whyNot: whyNotAppeal,
    })
    if (text) send.mutate({ message_id: id, text })
  }
  return (
    <Button kind="quiet" busy={send.isPending} onClick={() => void write()}>
      申诉
    </Button>
  )
}
