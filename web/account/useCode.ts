import { useState } from 'react'
import { CAPTCHA_SENT } from '#contract/account.ts'
import { CODE_COUNTDOWN_SECONDS } from '#contract/limits.ts'
import { useSend } from '#web/api.ts'
import { toast } from '#web/ui/toast.tsx'
import { useNow } from '#web/ui/useNow.ts'

const TICK_MS = 500
const REPEATED = '请勿重复操作'

/** Sends verification codes, at most one in 60 seconds; `left` counts them down. */
export function useCode() {
  const [sentAt, setSentAt] = useState<number>()
  const now = useNow(sentAt ? TICK_MS : 0)
  const left = sentAt ? Math.max(0, CODE_COUNTDOWN_SECONDS - Math.floor((now - sentAt) / 1000)) : 0
  const captcha = useSend('captcha', {
    onSuccess: () => {
      setSentAt(Date.now())
      toast(CAPTCHA_SENT)
    },
  })
  const send = (tel: string, onSent?: () => void) => {
    if (left > 0 || captcha.isPending) return toast(REPEATED)
    captcha.mutate({ tel }, { onSuccess: onSent })
  }
  return { send, left, busy: captcha.isPending, again: sentAt !== undefined }
}

export type Code = ReturnType<typeof useCode>
