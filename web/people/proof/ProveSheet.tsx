import { type FormEvent, useRef, useState } from 'react'
import { whyNotPassword } from '#contract/account.ts'
import { whyNotCaptcha } from '#contract/captcha.ts'
import { PROVIDER_NAME, PROVIDERS } from '#contract/oauth.ts'
import type { ProofWay } from '#contract/prove.ts'
import { maskTel } from '#contract/tel.ts'
import { useSend, useUser } from '#web/client/api.ts'
import type { Proving } from '#web/client/proving.ts'
import { CodeField } from '#web/people/captcha/CodeField.tsx'
import { useCode } from '#web/people/captcha/useCode.tsx'
import { useGoToPlatform } from '#web/people/oauth/useGoToPlatform.ts'
import { Button } from '#web/ui/Button.tsx'
import dialog from '#web/ui/dialog.module.css'
import { md5 } from '#web/ui/md5.ts'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'

/** Shows that it is the person, by any of the ways they have; then what they wanted is done. */
export function ProveSheet({ proving }: { proving: Proving }) {
  const [way, setWay] = useState<ProofWay | undefined>(
    proving.ways.find((one) => one === 'password' || one === 'captcha'),
  )
  const has = (one: ProofWay) => proving.ways.includes(one)
  return (
    <Sheet title="验证身份" open onOpenChange={(open) => open || proving.done(false)}>
      <div className={dialog.form}>
        <p className={dialog.text}>{proving.ways.length > 0 ? '为了保护你的账号，请确认是你本人' : SIGN_IN_AGAIN}</p>
        {way === 'password' && <ByPassword onDone={() => proving.done(true)} />}
        {way === 'captcha' && <ByCode onDone={() => proving.done(true)} />}
        {way === 'password' && has('captcha') && <Other onClick={() => setWay('captcha')}>用短信验证码</Other>}
        {way === 'captcha' && has('password') && <Other onClick={() => setWay('password')}>用密码</Other>}
        <Platforms ways={proving.ways} />
      </div>
    </Sheet>
  )
}

/** A fresh sign-in is proof enough. */
const SIGN_IN_AGAIN = '为了保护你的账号，请退出后重新登录，再试一次'

const Other = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <Button kind="quiet" onClick={onClick}>
    {children}
  </Button>
)

function ByPassword({ onDone }: { onDone: () => void }) {
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string>()
  const send = useSend('proveAgain', { onSuccess: onDone, fields: ['password'] })
  function submit(event: FormEvent) {
    event.preventDefault()
    const why = whyNotPassword(password)
    setWrong(why)
    if (!why && !send.isPending) send.mutate({ password: md5(password) })
  }
  return (
    <form className={dialog.form} onSubmit={submit} noValidate>
      <PasswordField
        value={password}
        autoComplete="current-password"
        error={wrong ?? send.wrongAt('password')}
        onChange={(typed) => {
          send.reset()
          setWrong(undefined)
          setPassword(typed)
        }}
      />
      <Button type="submit" block busy={send.isPending}>
        验证
      </Button>
    </form>
  )
}

function ByCode({ onDone }: { onDone: () => void }) {
  const tel = useUser().data?.user.tel ?? ''
  const [captcha, setCaptcha] = useState('')
  const [wrong, setWrong] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const code = useCode()
  const send = useSend('proveAgain', { onSuccess: onDone, fields: ['captcha'] })
  function submit(event: FormEvent) {
    event.preventDefault()
    const why = whyNotCaptcha(captcha)
    setWrong(why)
    if (!why && !send.isPending) send.mutate({ captcha })
  }
  return (
    <form className={dialog.form} onSubmit={submit} noValidate>
      <p className="muted">验证码将发送到 {maskTel(tel)}</p>
      <CodeField
        ref={field}
        value={captcha}
        code={code}
        error={wrong ?? send.wrongAt('captcha')}
        onSend={() => code.send(tel, () => field.current?.focus())}
        onChange={(typed) => {
          send.reset()
          setWrong(undefined)
          setCaptcha(typed)
        }}
      />
      <Button type="submit" block busy={send.isPending}>
        验证
      </Button>
      {code.dialog}
    </form>
  )
}

/** Leaves for the platform; the person starts their action anew after the return. */
function Platforms({ ways }: { ways: readonly ProofWay[] }) {
  const { leavingFor, leaveFor } = useGoToPlatform('prove')
  return PROVIDERS.filter((provider) => ways.includes(provider)).map((provider) => (
    <Button
      key={provider}
      kind="secondary"
      block
      busy={leavingFor === provider}
      onClick={() => void leaveFor(provider)}
    >
      用{PROVIDER_NAME[provider]}验证
    </Button>
  ))
}
