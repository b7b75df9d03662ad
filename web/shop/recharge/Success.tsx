import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleHelp } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { PAID } from '#contract/pay.ts'
import { KIND_NAME } from '#contract/wallet.ts'
import { useCall } from '#web/client/api.ts'
import { useSignedIn } from '#web/client/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { go } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './Success.module.css'
import { settle } from './settle.ts'

/** The page where a payment ends. Its address proves nothing: the server is asked whether the order was paid. */
export function Success() {
  const client = useQueryClient()
  const signedIn = useSignedIn()
  const query = useCall('wxAndAliPaySuccess', {}, { enabled: signedIn })
  const orderNo = query.data?.order_no
  useEffect(() => {
    if (orderNo) settle(client, orderNo)
  }, [client, orderNo])
  return (
    <Page documentTitle={orderNo && PAID} footer={<Ways />}>
      {signedIn && query.data === undefined && <h1 className="hidden">支付结果</h1>}
      {signedIn ? (
        <Loaded query={query} skeleton={<Shape />}>
          {(paid) => (paid ? <Paid count={paid.count} /> : <NotYet />)}
        </Loaded>
      ) : (
        <Elsewhere />
      )}
    </Page>
  )
}

const Paid = ({ count }: { count: number }) => (
  <Said icon={<CircleCheck className={styles.paid} size={88} strokeWidth={1.25} aria-hidden="true" />} title={PAID}>
    {count}个{KIND_NAME.time}已到账
  </Said>
)

const NotYet = () => (
  <Said icon={<CircleHelp size={88} strokeWidth={1.25} aria-hidden="true" />} title="还没有查到付款">
    刚付过款的话，请稍等一会儿，到账后可以在“我的订单”里看到
    <Button kind="quiet" onClick={() => go('orders')}>
      查看我的订单
    </Button>
  </Said>
)

/** For a payer whom the platform led into a browser where they are not signed in: nothing is known of them. */
const Elsewhere = () => (
  <Said icon={<CircleCheck size={88} strokeWidth={1.25} aria-hidden="true" />} title="付款后会自动到账">
    登录后可以在“我的订单”里看到结果
  </Said>
)

const Said = ({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) => (
  <div className={styles.said}>
    {icon}
    <h1>{title}</h1>
    <div className={styles.text}>{children}</div>
  </div>
)

const Ways = () => (
  <div className={styles.ways}>
    <Button block onClick={() => go('home', {}, { replace: true })}>
      返回首页
    </Button>
    <Button kind="secondary" block onClick={() => go('me', {}, { replace: true })}>
      前往“我的”
    </Button>
  </div>
)

const Shape = () => (
  <div className={styles.said} aria-busy="true">
    <Skeleton width={88} height={88} round />
    <Skeleton width={120} height={28} />
  </div>
)
