import type { Receiver } from '#contract/receiver.ts'
import { NOTHING_HERE, Nothing } from '#web/capsule/detail/Nothing.tsx'
import { useCall } from '#web/client/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { go, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { HandedOver } from './HandedOver.tsx'
import styles from './HandOver.module.css'
import { Reached } from './Reached.tsx'
import { Undo } from './Undo.tsx'
import { WaitingCard } from './WaitingCard.tsx'

/** Where the sender of a capsule for somebody else gets what they hand over: its address, as a link, a code and a card. */
export function HandOver() {
  const { id = '', sealed } = useQueryString()
  return <One key={id} id={id} isFresh={sealed === '1'} />
}

/** `isFresh`: it was sealed a moment ago, and the way leads on, not back. */
type OneProps = { id: string; isFresh: boolean }

function One({ id, isFresh }: OneProps) {
  const receiver = useCall('capsuleReceiver', { capsule_id: id }, { enabled: id !== '' })
  const name = receiver.data?.name
  if (!id || (!receiver.data && NOTHING_HERE.includes(receiver.error?.code ?? 0))) return <Nothing />
  return (
    <Page
      title={`寄给${name ?? ' TA'}`}
      mood="universe"
      back={isFresh ? undefined : true}
      footer={
        isFresh && (
          <Button block onClick={() => go('home', {}, { replace: true })}>
            返回首页
          </Button>
        )
      }
    >
      <Loaded query={receiver} skeleton={<Waits />}>
        {(receiver) => (
          <div className={styles.page}>
            <Shown id={id} receiver={receiver} isFresh={isFresh} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function Shown({ id, receiver, isFresh }: OneProps & { receiver: Receiver }) {
  const { name, way, opened, received_at, waiting_url } = receiver
  if (opened || !waiting_url) return <HandedOver receiver={receiver} />
  const reached = !received_at && <Reached id={id} receiver={receiver} />
  return (
    <>
      {isFresh && <h2 className={styles.title}>{freshText(receiver)}</h2>}
      {way && reached}
      <WaitingCard receiver={receiver} />
      <HandedOver receiver={receiver} />
      {!way && reached}
      {isFresh ? (
        <p className={`muted ${styles.text}`}>以后在这枚胶囊的详情里，点「寄给{name}」就能再找到它。</p>
      ) : (
        <Undo id={id} />
      )}
    </>
  )
}

function freshText({ name, way, tell_now }: Receiver): string {
  if (!way) return `封存好了，把它交给${name}吧`
  return tell_now ? `封存好了，我们这就告诉${name}` : `封存好了，到那天我们会告诉${name}`
}

const Waits = () => (
  <div className={styles.page} role="status" aria-label="加载中...">
    <Skeleton width={280} height={320} />
    <Skeleton width={240} height={18} />
  </div>
)
