import { CHANNELS, ORDER_STATE, ORDER_STATE_NAME, ORDERS_EMPTY, type Order } from '#contract/pay.ts'
import { momentText } from '#contract/time.ts'
import { KIND_NAME } from '#contract/wallet.ts'
import { usePages } from '#web/client/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { BlankRecord } from '#web/ui/drawings/BlankRecord.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { EndlessList } from '#web/ui/EndlessList.tsx'
import { countText, priceText } from '#web/ui/format.ts'
import { go } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './Orders.module.css'

/** One's own orders, the latest first, and how they stand. */
export function Orders() {
  const orders = usePages('orderList', {}, (page) => page.orders.data.map(byId))
  return (
    <Page title="我的订单" back>
      <EndlessList
        className={styles.list}
        label="我的订单"
        query={orders}
        render={(order) => <OrderCard order={order} />}
        skeleton={<Skeletons />}
        empty={
          <Empty
            text={ORDERS_EMPTY}
            drawing={<BlankRecord />}
            action={<Button onClick={() => go('rechargeCenter')}>去充值</Button>}
          />
        }
      />
    </Page>
  )
}

const byId = (order: Order) => ({ ...order, id: order.order_no })

const OrderCard = ({ order: { order_no, count, price, channel, state, owed, ...at } }: { order: Order }) => (
  <Card as="article" className={styles.order}>
    <div className={styles.line}>
      <b>
        {count}个{KIND_NAME.time}
      </b>
      <span className={styles.price}>{priceText(price)}</span>
    </div>
    <div className={styles.line}>
      <span className="muted">{CHANNELS[channel].name}</span>
      <span className={styles.state} data-paid={state === ORDER_STATE.paid || undefined}>
        {ORDER_STATE_NAME[state]}
      </span>
    </div>
    {owed > 0 && <p className={styles.owed}>尚欠{countText(owed)}个，从下次充值里扣</p>}
    <dl className={styles.more}>
      <Line name="下单时间" text={momentText(at.created_at)} />
      {at.paid_at && <Line name="支付时间" text={momentText(at.paid_at)} />}
      <Line name="订单号" text={order_no} />
    </dl>
  </Card>
)

const Line = ({ name, text }: { name: string; text: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{text}</dd>
  </div>
)

const Skeletons = () => (
  <div className={styles.list}>
    {[1, 2, 3].map((row) => (
      <Card key={row} className={styles.order}>
        <Skeleton width="40%" height={20} />
        <Skeleton width="24%" height={14} />
        <Skeleton width="64%" height={48} />
      </Card>
    ))}
  </div>
)
