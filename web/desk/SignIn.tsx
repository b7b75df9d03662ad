import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { CODE } from '#contract/codes.ts'
import { whyNotTotp } from '#contract/totp.ts'
import type { CallError } from '#web/client/transport.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { focusWrong } from '#web/ui/focusWrong.ts'
import { ask } from './api.ts'
import { signIn, useNotice } from './operator.ts'
import styles from './SignIn.module.css'

type Fields = { name: string; password: string; totp: string }
const EMPTY: Fields = { name: '', password: '', totp: '' }

const whyNot = ({ name, password, totp }: Fields) => ({
  name: name.trim() ? undefined : '请输入名字',
  password: password ? undefined : '请输入密码',
  totp: whyNotTotp(totp),
})

/** Name, password and the six digits of the moment. */
export function SignIn() {
  const notice = useNotice()
  const form = useRef<HTMLFormElement>(null)
  const [fields, setFields] = useState(EMPTY)
  const [wrong, setWrong] = useState<Partial<Fields>>({})
  const send = useMutation<{ token: string; name: string }, CallError, Fields>({
    mutationFn: (input) => ask('reviewLogin', input),
    onSuccess: signIn,
    // Each code is good once.
    onError: () => {
      setFields((typed) => ({ ...typed, totp: '' }))
      focusWrong(form.current!, { totp: 'again' })
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const reasons = whyNot(fields)
    setWrong(reasons)
    if (Object.values(reasons).some(Boolean)) return focusWrong(form.current!, reasons)
    send.mutate({ ...fields, name: fields.name.trim() })
  }

  const field = (name: keyof Fields) => ({
    name,
    value: fields[name],
    error: wrong[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setFields({ ...fields, [name]: target.value })
      setWrong({ ...wrong, [name]: undefined })
    },
  })

  return (
    <main className={styles.page}>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <Card className={styles.card}>
          <h1 className={styles.title}>时光胶囊 · 审核台</h1>
          {(notice || send.error) && (
            <p className={styles.notice} role="alert">
              {send.error ? errorText(send.error) : notice}
            </p>
          )}
          <TextField label="名字" autoComplete="username" autoCapitalize="off" spellCheck={false} {...field('name')} />
          <TextField label="密码" type="password" autoComplete="current-password" {...field('password')} />
          <TextField
            label="动态码"
            hint="验证器应用里的6位数字"
            inputMode="numeric"
            autoComplete="one-time-code"
            {...field('totp')}
          />
          <Button type="submit" block busy={send.isPending}>
            登录
          </Button>
        </Card>
      </form>
    </main>
  )
}

function errorText({ code, message, data }: CallError): string {
  const seconds = (data as { retry_after?: number } | undefined)?.retry_after
  if (code !== CODE.tooManyTries || !seconds) return message
  return `${message}（${Math.ceil(seconds / 60)}分钟后可以再试）`
}
