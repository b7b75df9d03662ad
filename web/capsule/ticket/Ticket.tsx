import { type Detail, SEALED_STATES } from '#contract/capsule.ts'
import { CODE } from '#contract/codes.ts'
import { NO_RECEIPT } from '#contract/receipt.ts'
import { NOTHING_HERE, Nothing } from '#web/capsule/detail/Nothing.tsx'
import { useReceipt } from '#web/capsule/receipt/useReceipt.ts'
import { useCall } from '#web/client/api.ts'
import { LoadFailed } from '#web/ui/LoadFailed.tsx'
import { useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useNow } from '#web/ui/useNow.ts'
import { Printed } from './Printed.tsx'
import styles from './Ticket.module.css'
import { ticketOf } from './ticketOf.ts'
import { TITLE } from './title.ts'

/** A ticket of one's own sealed capsule, to keep: its place in the log, and nothing of the capsule itself. */
export function Ticket() {
  const { id = '' } = useQueryString()
  const detail = useCall('capsuleDetail', { capsule_id: id }, { enabled: id !== '' })
  const receipt = useReceipt(id)
  const now = useNow(0)
  const capsule = detail.data?.capsule
  const query = capsule ? receipt : detail
  const error = query.data ? null : query.error
  if (error?.code === CODE.refused) return <Nothing text={NO_RECEIPT} />
  if (!id || NOTHING_HERE.includes(error?.code ?? 0) || (detail.data && !isOwnSealed(detail.data))) return <Nothing />
  const ticket = capsule && receipt.data && ticketOf(capsule, receipt.data, now)
  if (ticket) return <Printed key={id} ticket={ticket} colorIndex={capsule.colorIndex} />
  return (
    <Page title={TITLE} back>
      {error ? (
        <LoadFailed failure={error} busy={query.isFetching} onRetry={query.refetch} />
      ) : (
        <div className={styles.ticket}>
          <Skeleton width={240} height={400} />
          <p role="status">{receipt.data ? '票正在印… 不到一分钟' : <span className="hidden">加载中...</span>}</p>
        </div>
      )}
    </Page>
  )
}

const isOwnSealed = ({ is_mine, capsule }: { is_mine: 0 | 1; capsule: Detail }): boolean =>
  is_mine === 1 && (SEALED_STATES as readonly number[]).includes(capsule.status)
