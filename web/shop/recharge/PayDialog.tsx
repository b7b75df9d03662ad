import { lazy, Suspense } from 'react'
import { CHANNELS, isCode, UNPAID } from '#contract/pay.ts'
import { KIND_NAME } from '#contract/wallet.ts'
import { Button } from '#web/ui/Button.tsx'
import { priceText } from '#web/ui/format.ts'
import { Sheet } from '#web/ui/Sheet.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { holdsPhone } from '#web/ui/viewport.ts'
import styles from './PayDialog.module.css'
import { payInApplet } from './payInApplet.ts'
import type { PendingOrder } from './pendingOrder.ts'
import type { useWatch } from './useWatch.ts'

const QrCode = lazy(() => import('#web/ui/QrCode.tsx').then((loaded) => ({ default: loaded.QrCode })))
const CODE_PX = 208
const RETRY = '没有跳转？点我重试'

type Props = {
  order: PendingOrder
  watch: ReturnType<typeof useWatch>
  open: boolean
  onOpenChange: (open: boolean) => void
  onCancel: () => void
}

/** Where an order is paid, and how it stands. */
export function PayDialog({ order, watch, open, onOpenChange, onCancel }: Props) {
  const { url, tradeNo, cashier, channel, count, price } = order
  const byCode = isCode(url)
  const { name } = CHANNELS[channel]
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={`${name}${byCode ? '扫码' : ''}支付`}>
      <div className={styles.pay}>
        {byCode && (
          <Suspense fallback={<Skeleton width={CODE_PX} height={CODE_PX} />}>
            <QrCode url={url} size={CODE_PX} title={`${name}支付二维码`} />
          </Suspense>
        )}
        <p className={styles.price}>{priceText(price)}</p>
        <p className="muted">
          {count}个{KIND_NAME.time}
        </p>
        <p className={styles.state} role="status" data-over={watch.over || undefined}>
          {watch.over ? UNPAID : byCode ? `请用${name}扫一扫，付款后这里会自己知道` : '付款后这里会自己知道'}
        </p>
        {tradeNo && <RetryHere onClick={() => void payInApplet(tradeNo, onCancel)} />}
        {url && !byCode && <Retry url={url} />}
        {cashier && <Sandbox url={cashier} />}
        <div className={styles.actions}>
          <Button block busy={watch.checking} onClick={watch.check}>
            我已支付
          </Button>
          <Button kind="quiet" block onClick={onCancel}>
            取消支付
          </Button>
        </div>
      </div>
    </Sheet>
  )
}

/** A link and no button: no browser blocks what it opens. */
const Retry = ({ url }: { url: string }) => (
  <a className={styles.link} href={url} target={holdsPhone() ? '_top' : '_blank'} rel="noopener">
    {RETRY}
  </a>
)

const RetryHere = ({ onClick }: { onClick: () => void }) => (
  <Button kind="quiet" onClick={onClick}>
    {RETRY}
  </Button>
)

const Sandbox = ({ url }: { url: string }) => (
  <a className={styles.link} href={url} target="_blank" rel="noopener">
    沙箱：打开收银台
  </a>
)
