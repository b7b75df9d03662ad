import { ReceiptText } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { User } from '#contract/profile.ts'
import { useUser } from '#web/client/api.ts'
import { inTime } from '#web/client/pageCode.ts'
import { Counts, heldCounts } from '#web/shop/wallet/Counts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { go, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeletons } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import styles from './RechargeCenter.module.css'
import { TopUp } from './TopUp.tsx'
import { useTopUp } from './useTopUp.ts'

const Exchange = lazy(() => inTime(() => import('./Exchange.tsx')).then((loaded) => ({ default: loaded.Exchange })))

const TITLE = '充值中心'
const TABS = [
  { value: 'pay', label: '充值' },
  { value: 'exchange', label: '兑换' },
] as const

/** More capsules: for money, or by turning those of time into others. */
export function RechargeCenter() {
  const query = useUser()
  if (query.data) return <Ways key={query.data.user.id} user={query.data.user} />
  return (
    <Page title={TITLE} back>
      <Loaded query={query} skeleton={<PageSkeleton />}>
        {() => null}
      </Loaded>
    </Page>
  )
}

function Ways({ user }: { user: User }) {
  const tab = useQueryString().tab === 'exchange' ? 'exchange' : 'pay'
  const topUp = useTopUp(user)
  return (
    <Page title={TITLE} back right={<ToOrders />} footer={tab === 'pay' && <PayButton {...topUp} />}>
      <Card as="section" aria-label="我的胶囊" className={styles.held}>
        <Counts of={heldCounts(user)} />
      </Card>
      <Tabs value={tab} onChange={(next) => go('rechargeCenter', { tab: next }, { replace: true })} items={TABS}>
        <div className={styles.tab}>
          {tab === 'pay' ? (
            <TopUp {...topUp} />
          ) : (
            <Suspense fallback={<Skeletons count={2} height={160} />}>
              <Exchange user={user} />
            </Suspense>
          )}
        </div>
      </Tabs>
    </Page>
  )
}

const PayButton = ({ busy, whyNot, press }: ReturnType<typeof useTopUp>) => (
  <Button block busy={busy} disabled={whyNot !== undefined} whyDisabled={whyNot} onClick={press}>
    立即充值
  </Button>
)

const ToOrders = () => <IconButton label="我的订单" icon={ReceiptText} onClick={() => go('orders')} />

const PageSkeleton = () => (
  <div className={styles.shape} aria-busy="true">
    <Skeletons count={1} height={92} />
    <Skeletons count={2} height={160} />
  </div>
)
