import { lazy, Suspense, useState } from 'react'
import { sellsOrders } from '#contract/pay.ts'
import { Card } from '#web/ui/Card.tsx'
import { Coming } from '#web/ui/Coming.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Skeletons } from '#web/ui/Skeleton.tsx'
import { Modes } from './Modes.tsx'
import { NO_MODES } from './modes.ts'
import { Packages } from './Packages.tsx'
import { Payment } from './Payment.tsx'
import styles from './TopUp.module.css'
import type { useTopUp } from './useTopUp.ts'

/** The way out of WeChat: its code comes when it is first shown. */
const GuideMask = lazy(() => import('./GuideMask.tsx').then((loaded) => ({ default: loaded.GuideMask })))

type Props = ReturnType<typeof useTopUp>

/** Capsules of time for money; an order that was begun and is not paid yet is still being watched. */
export function TopUp({ query, kept, products, goodsId, chooseGoods, guided, setGuided, ...ways }: Props) {
  const { order, forget } = kept
  return (
    <div className={styles.topUp}>
      {order && <Payment key={order.order_no} order={order} onCancel={() => forget(order.order_no)} />}
      <Loaded query={query} skeleton={<ChoiceSkeleton />}>
        {({ list }) => (
          <>
            <Packages list={list} products={products} chosen={goodsId} onChoose={chooseGoods} />
            <Ways {...ways} />
          </>
        )}
      </Loaded>
      <Guide open={guided} onClose={() => setGuided(false)} />
    </div>
  )
}

/** Nothing where a store is all there may be: it asks by itself how it is paid. */
function Ways({ modes, mode, chooseMode }: Pick<Props, 'modes' | 'mode' | 'chooseMode'>) {
  if (modes.length === 0) return <NoModes />
  const choice = modes.filter(sellsOrders)
  return choice.length > 0 && <Modes modes={choice} chosen={mode} onChoose={chooseMode} />
}

function Guide({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [used, setUsed] = useState(open)
  if (open && !used) setUsed(true)
  if (!used) return null
  return (
    <Suspense fallback={open && <Coming as="veil" onBack={onClose} />}>
      <GuideMask open={open} onClose={onClose} />
    </Suspense>
  )
}

const NoModes = () => (
  <Card as="p" small className="muted">
    {NO_MODES}
  </Card>
)

const ChoiceSkeleton = () => (
  <div className={styles.topUp} aria-busy="true">
    <Skeletons count={2} height={96} />
    <Skeletons count={1} height={120} />
  </div>
)
