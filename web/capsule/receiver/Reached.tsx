import { HandHeart } from 'lucide-react'
import { useState } from 'react'
import type { Receiver } from '#contract/receiver.ts'
import { ChannelIcon } from '#web/capsule/notice/ChannelIcon.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CardRow } from '#web/ui/Card.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { ChangeReach } from './ChangeReach.tsx'
import styles from './HandOver.module.css'

/** How they are told of it, and the way to another address until somebody has taken it. */
export function Reached({ id, receiver }: { id: string; receiver: Receiver }) {
  const [isOpen, setOpen] = useState(false)
  const { way, address } = receiver
  return (
    <>
      <CardRow
        as="section"
        small
        top
        className={styles.reached}
        aria-label="怎么通知 TA"
        start={way ? <ChannelIcon to={way} /> : <HandHeart size={22} strokeWidth={1.75} aria-hidden="true" />}
      >
        <p className={styles.way}>{way ? address : '由你亲手交给 TA'}</p>
        <p className="muted">{tellText(receiver)}</p>
        <Button kind="quiet" onClick={() => setOpen(true)}>
          {way ? '换一个联系方式' : '改为由我们通知 TA'}
        </Button>
      </CardRow>
      <Sheet open={isOpen} onOpenChange={setOpen} title={way ? '换一个联系方式' : '改为由我们通知 TA'}>
        <ChangeReach id={id} onDone={() => setOpen(false)} />
      </Sheet>
    </>
  )
}

function tellText({ way, tell_now, bounced }: Receiver): string {
  if (bounced) return '无法送达，请更正'
  if (!way) return 'TA 收下后，到那天我们会通知 TA'
  return tell_now ? '现在就告诉 TA，到那天再通知一次' : '到那天，我们会通知 TA'
}
