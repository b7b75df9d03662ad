import { useEffect, useEffectEvent, useState } from 'react'
import { PAYMENT_POLL_MS, PAYMENT_TIMEOUT_MS } from '#contract/limits.ts'
import { toastError, useCall } from '#web/client/api.ts'

/**
 * Asks whether this order is paid: every 3 s for a minute, which is a round, and once a minute after it. A new round begins
 * when the payer comes back, or says that it is paid.
 */
export function useWatch(orderNo: string) {
  const [round, setRound] = useState(0)
  const [overRound, setOverRound] = useState<number>()
  const [checking, setChecking] = useState(false)
  const over = overRound === round
  const { data, refetch } = useCall(
    'wxAndAliPaySuccess',
    {},
    {
      staleTime: 0,
      refetchInterval: over ? PAYMENT_TIMEOUT_MS : PAYMENT_POLL_MS,
      // The payer looks at another window.
      refetchIntervalInBackground: true,
    },
  )
  useEffect(() => {
    const timer = setTimeout(() => setOverRound(round), PAYMENT_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [round])

  const again = () => {
    setRound((before) => before + 1)
    return refetch()
  }
  async function check() {
    setChecking(true)
    const { error } = await again()
    setChecking(false)
    if (error) toastError(error)
  }
  useComingBack(again)
  return { isPaid: data?.order_no === orderNo, over, checking, check }
}

function useComingBack(act: () => unknown): void {
  const handleBack = useEffectEvent(() => document.visibilityState === 'visible' && act())
  useEffect(() => {
    const heard = () => void handleBack()
    window.addEventListener('focus', heard)
    document.addEventListener('visibilitychange', heard)
    return () => {
      window.removeEventListener('focus', heard)
      document.removeEventListener('visibilitychange', heard)
    }
  }, [])
}
