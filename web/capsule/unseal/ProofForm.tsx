import { type FormEvent, useRef, useState } from 'react'
import { whyNotCaptcha } from '#contract/captcha.ts'
import { QUESTIONS_DROP_HOURS } from '#contract/limits.ts'
import { maskTel } from '#contract/tel.ts'
import { useSend } from '#web/client/api.ts'
import { CodeField } from '#web/people/captcha/CodeField.tsx'
import { useCode } from '#web/people/captcha/useCode.tsx'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from './Forgotten.module.css'

/** The uses of a code that is sent to the owner's own number. */
export const PURPOSES = {
  drop: {
    call: 'dropQuestions',
    title: '忘记答案？',
    says: [
      `验证手机号后可以申请去掉安全问题，${QUESTIONS_DROP_HOURS}小时后生效，届时无需回答即可解封。`,
      '我们会立即通知这枚胶囊的所有联系人。',
      '生效之前，你可以随时在这里撤回。',
    ],
    button: '申请去掉安全问题',
    done: '申请已提交',
  },
  reset: {
    call: 'resetAnswers',
    title: '恢复答题',
    says: ['答错次数太多，答题已暂停。', '验证手机号后，可以马上继续回答。'],
    button: '用短信验证码恢复答题',
    done: '已恢复，请继续回答',
  },
} as const
export type Purpose = keyof typeof PURPOSES

type Props = { capsuleId: string; tel: string; purpose: Purpose; onDone: () => void }

/** Says what will happen, asks for the code that was sent to the owner's number, and does it. */
export function ProofForm({ capsuleId, tel, purpose, onDone }: Props) {
  const { call, says, button, done } = PURPOSES[purpose]
  const [captcha, setCaptcha] = useState('')
  const [tried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const code = useCode()
  const wrong = whyNotCaptcha(captcha)
  const send = useSend<'dropQuestions' | 'resetAnswers'>(call, {
    fields: ['captcha'],
    onSuccess: () => {
      toast(done)
      onDone()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (wrong) return field.current?.focus()
    if (!send.isPending) send.mutate({ capsule_id: capsuleId, captcha }, { onError: () => field.current?.focus() })
  }

  return (
    <form className={styles.proof} onSubmit={submit} noValidate>
      <ul className={styles.says}>
        {says.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="muted">验证码会发送到 {maskTel(tel)}</p>
      <CodeField
        ref={field}
        value={captcha}
        onChange={(value) => {
          send.reset()
          setCaptcha(value)
        }}
        error={tried ? (wrong ?? send.wrongAt('captcha')) : undefined}
        code={code}
        onSend={() => code.send(tel, () => field.current?.focus())}
      />
      <Button type="submit" block busy={send.isPending}>
        {button}
      </Button>
      {code.dialog}
    </form>
  )
}
