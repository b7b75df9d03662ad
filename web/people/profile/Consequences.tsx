import type { Output } from '#contract/calls.ts'
import { CANCELLED_NAME, type User } from '#contract/profile.ts'
import { KIND_NAME } from '#contract/wallet.ts'
import { Counts, heldCounts } from '#web/shop/wallet/Counts.tsx'
import { Card } from '#web/ui/Card.tsx'
import { countText } from '#web/ui/format.ts'
import styles from './CancelAccount.module.css'
import type { Sent } from './Letters.tsx'

type Props = { user: User; orders: Output<'orderList'> | undefined; sent: Sent }

/** The losses that come with closing the account, before anything else can be done. */
export const Consequences = ({ user, orders, sent }: Props) => (
  <Card as="section" aria-labelledby="consequences">
    <h2 id="consequences" className={styles.heading}>
      注销后会发生什么
    </h2>
    <Counts of={heldCounts(user)} className={styles.counts} />
    <ul className={styles.consequences}>
      <li>以上胶囊额度全部作废，不能退还或转赠。</li>
      <Money orders={orders} />
      <li>
        草稿、未公开的胶囊和仍在封存中的胶囊会被永久删除，到了约定的日子也不会开启。
        {sent?.letters !== 0 && '寄给别人的，由你在下面决定。'}
      </li>
      <li>已解封并公开的胶囊会保留，作者显示为「{CANCELLED_NAME}」。</li>
      <li>手机号、微信和微博会与账号解除绑定，之后可以用来注册新账号。</li>
      <li>所有设备都会退出登录。</li>
      <li>注销立即生效，无法撤销，任何人都不能帮你找回。</li>
    </ul>
  </Card>
)

const PAID_BACK = '注销以后才到的钱会原路退回；在 App Store 付的，是否退款由 Apple 决定。'

/** Of orders that did not come, what holds of any. */
function Money({ orders }: Pick<Props, 'orders'>) {
  if (!orders) return <li>如果还有没付完的订单，{PAID_BACK}</li>
  return (
    <>
      {orders.waiting > 0 && (
        <li>
          你还有{countText(orders.waiting)}笔订单没有付款，{PAID_BACK}
        </li>
      )}
      {orders.owed > 0 && (
        <li>
          退款后欠下的{countText(orders.owed)}个{KIND_NAME.time}一笔勾销，不用再补。
        </li>
      )}
    </>
  )
}
