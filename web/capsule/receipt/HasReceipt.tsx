import { href } from '#contract/pages.ts'
import { longDayText } from '#contract/time.ts'
import { VERIFY_TITLE } from '#contract/verifying.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { go, useQueryString } from '#web/ui/location.ts'
import styles from './Receipt.module.css'
import { receiptDay } from './receiptDay.ts'
import { useReceipt } from './useReceipt.ts'

/** That somebody else's opened capsule has a receipt, since when, and the way to check it; nothing where there is none. */
export function HasReceipt({ id }: { id: string }) {
  const { token } = useQueryString()
  const { data } = useReceipt(id, token)
  if (!data?.proof) return null
  return (
    <p className={styles.has}>
      <span className="muted">有凭证 · {longDayText(receiptDay(data.proof))}</span>
      <ButtonLink kind="quiet" to={href('verify', { id, token })} onPress={() => go('verify', { id, token })}>
        {VERIFY_TITLE}
      </ButtonLink>
    </p>
  )
}
