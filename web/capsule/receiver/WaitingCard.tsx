import { Copy, Printer, Share2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { type Receiver, WAITING_TITLE } from '#contract/receiver.ts'
import { longDayText } from '#contract/time.ts'
import { nativePlatform } from '#web/client/native.ts'
import { Button } from '#web/ui/Button.tsx'
import { byBeijing } from '#web/ui/byBeijing.ts'
import { Card } from '#web/ui/Card.tsx'
import { copyLink } from '#web/ui/copyLink.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { shareLink } from '#web/ui/shareLink.ts'
import styles from './HandOver.module.css'
import { PaperCard } from './PaperCard.tsx'

const QrCode = lazy(() => import('#web/ui/QrCode.tsx').then((loaded) => ({ default: loaded.QrCode })))
const CODE_PX = 208

/** The address where it waits, as a code and as a link, and the ways to hand it over. Nothing of its title or content. */
export function WaitingCard({ receiver: { name, waiting_url, open_time } }: { receiver: Receiver }) {
  const { href: url } = new URL(waiting_url, window.location.origin)
  const day = byBeijing(longDayText(open_time))
  return (
    <>
      <Card as="section" className={styles.card} aria-label={`给${name}的卡片`}>
        <Suspense fallback={<Skeleton width={CODE_PX} height={CODE_PX} />}>
          <QrCode url={url} size={CODE_PX} title={`给${name}的二维码`} />
        </Suspense>
        <p className={styles.name}>给{name}</p>
        <p>{WAITING_TITLE}</p>
        <p className={`muted ${styles.day}`}>{day}打开</p>
        <p className={`muted ${styles.address}`}>{url}</p>
      </Card>
      <div className={styles.buttons}>
        <Button block onClick={() => void copyLink(url)}>
          <Copy size={20} strokeWidth={1.75} aria-hidden="true" />
          复制链接
        </Button>
        {'share' in navigator && (
          <Button kind="secondary" block onClick={() => void shareLink({ title: WAITING_TITLE, url })}>
            <Share2 size={20} strokeWidth={1.75} aria-hidden="true" />
            分享
          </Button>
        )}
        {!nativePlatform() && (
          <Button kind="secondary" block onClick={() => window.print()}>
            <Printer size={20} strokeWidth={1.75} aria-hidden="true" />
            打印卡片
          </Button>
        )}
      </div>
      <PaperCard name={name} day={day} url={url} />
    </>
  )
}
