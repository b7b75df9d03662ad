import { type FormEvent, useRef, useState } from 'react'
import { CAPTCHA_SENT, whyNotCaptcha } from '#contract/captcha.ts'
import { toastError, useSend } from '#web/client/api.ts'
import { CodeField } from '#web/people/captcha/CodeField.tsx'
import { REPEATED } from '#web/people/captcha/useCode.tsx'
import { useCountdown } from '#web/people/captcha/useCountdown.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from './WaitingCapsule.module.css'

type Props = { token: string; address: string; onTaken: (capsuleId: string) => void }

/** Where somebody shows, by a code that is sent to the address its sender gave, that the capsule is theirs; the address is shown shortened. */
export function ProveAddress({ token, address, onTaken }: Props) {
  const [captcha, setCaptcha] = useState('')
  const [tried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { begin, ...countdown } = useCountdown()
  const wrong = whyNotCaptcha(captcha)
  const code = useSend('receiveCode', {
    quiet: true,
    onSuccess: () => {
      begin()
      toast(CAPTCHA_SENT)
      field.current?.focus()
    },
  })
  const receive = useSend('receiveCapsule', {
    fields: ['captcha'],
    onSuccess: ({ capsule_id }) => onTaken(capsule_id),
  })

  function send() {
    if (countdown.left > 0 || code.isPending) return toast(REPEATED)
    code.mutate({ token }, { onError: (error) => toastError(error) })
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (wrong) return field.current?.focus()
    if (!receive.isPending) receive.mutate({ token, captcha }, { onError: () => field.current?.focus() })
  }

  return (
    <form className={styles.proof} onSubmit={submit} noValidate>
      <p className="muted">寄信人写下的是 {address}，请确认是你的。验证码会发到那里。</p>
      <CodeField
        ref={field}
        value={captcha}
        onChange={(value) => {
          receive.reset()
          setCaptcha(value)
        }}
        error={tried ? (wrong ?? receive.wrongAt('captcha')) : undefined}
        code={countdown}
        onSend={send}
      />
      <Button type="submit" block busy={receive.isPending}>
        收进我的胶囊
      </Button>
    </form>
  )
}
