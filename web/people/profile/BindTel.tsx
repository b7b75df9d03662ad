import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { whyNotPassword } from '#contract/account.ts'
import { whyNotCaptcha } from '#contract/captcha.ts'
import { CODE } from '#contract/codes.ts'
import { TOAST_THEN_BACK_MS } from '#contract/limits.ts'
import { maskTel, whyNotTel } from '#contract/tel.ts'
import { toastError, useUser } from '#web/client/api.ts'
import { NO_ANSWER } from '#web/client/transport.ts'
import { TelField } from '#web/people/account/TelField.tsx'
import { CodeField } from '#web/people/captcha/CodeField.tsx'
import { useCode } from '#web/people/captcha/useCode.tsx'
import { Button } from '#web/ui/Button.tsx'
import { focusWrong } from '#web/ui/focusWrong.ts'
import { failed } from '#web/ui/Loaded.tsx'
import { LoadFailed } from '#web/ui/LoadFailed.tsx'
import { back } from '#web/ui/location.ts'
import { md5 } from '#web/ui/md5.ts'
import { Page } from '#web/ui/Page.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { Skeletons } from '#web/ui/Skeleton.tsx'
import styles from './BindTel.module.css'
import { useChangeUser } from './useChangeUser.ts'

const BIND = '绑定手机号'
const CHANGE = '更换手机号'
const FORM = 'bindTel'
/** Neither a silent network nor a person who declined to prove themselves is a refusal: the typed text stays. */
const KEEPS_TYPED: readonly number[] = [NO_ANSWER, CODE.forbidden]
const EMPTY = { tel: '', password: '', captcha: '' }
type Fields = typeof EMPTY
type Tried = 'nothing' | 'code' | 'all'

/** Binds a number, or changes it: a change needs the account's own password. */
export function BindTel() {
  const user = useUser()
  if (user.data) return <BindForm bound={user.data.user.tel} />
  return (
    <Page title={BIND} back>
      {failed(user.error) ? (
        <LoadFailed failure={user.error} busy={user.isFetching} onRetry={user.refetch} />
      ) : (
        <div className={styles.form} aria-busy="true">
          <Skeletons count={3} height={82} />
        </div>
      )}
    </Page>
  )
}

function BindForm({ bound }: { bound: string }) {
  // As it was on arrival: success must not turn the page into the other one before it goes back.
  const [before] = useState(bound)
  const [fields, setFields] = useState(EMPTY)
  const [tried, setTried] = useState<Tried>('nothing')
  const captchaField = useRef<HTMLInputElement>(null)
  const code = useCode()
  const bind = useChangeUser('telBind', before ? '修改成功' : '绑定成功', { quiet: true })
  const wrong = whyNotBind(fields)
  const set = (field: keyof Fields) => (value: string) => setFields({ ...fields, [field]: value })
  useAfterToast(bind.isSuccess, back)
  const refused = bind.isError && !KEEPS_TYPED.includes(bind.error.code)
  const busy = bind.isPending || bind.isSuccess || refused
  useAfterToast(refused, () => {
    setFields(EMPTY)
    setTried('nothing')
    bind.reset()
  })

  function sendCode() {
    if (tried === 'nothing') setTried('code')
    if (wrong.tel || wrong.password) return
    code.send(fields.tel, () => captchaField.current?.focus())
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried('all')
    if (wrong.tel || wrong.password || wrong.captcha) return focusWrong(event.currentTarget, wrong)
    if (busy) return
    const { tel, password, captcha } = fields
    bind.mutate(
      { tel, password: md5(password), captcha },
      { onError: (error) => toastError(error, TOAST_THEN_BACK_MS) },
    )
  }

  return (
    <Page
      title={before ? CHANGE : BIND}
      back
      footer={
        <Button type="submit" form={FORM} block busy={busy}>
          {before ? CHANGE : '绑定'}
        </Button>
      }
    >
      <form id={FORM} className={styles.form} onSubmit={submit} noValidate>
        <p className="muted">
          {before
            ? `当前手机号 ${maskTel(before)}，更换后请用新手机号登录`
            : '绑定后可以用手机号和密码登录，也可以公开胶囊'}
        </p>
        <TelField value={fields.tel} onChange={set('tel')} error={tried === 'nothing' ? undefined : wrong.tel} />
        <PasswordField
          label={before ? '当前密码' : '设置密码'}
          value={fields.password}
          onChange={set('password')}
          error={tried === 'nothing' ? undefined : wrong.password}
          autoComplete={before ? 'current-password' : 'new-password'}
        />
        <CodeField
          ref={captchaField}
          value={fields.captcha}
          onChange={set('captcha')}
          error={tried === 'all' ? wrong.captcha : undefined}
          code={code}
          onSend={sendCode}
        />
      </form>
      {code.dialog}
    </Page>
  )
}

/** Runs once after a short toast has been read. */
function useAfterToast(happened: boolean, then: () => void) {
  const run = useEffectEvent(then)
  useEffect(() => {
    if (!happened) return
    const timer = setTimeout(() => run(), TOAST_THEN_BACK_MS)
    return () => clearTimeout(timer)
  }, [happened])
}

/** Why these fields bind no number (specification 5), each under the field it is about. */
function whyNotBind({ tel, password, captcha }: Fields): Partial<Fields> {
  const missing = '手机号或密码不能为空'
  return {
    tel: tel ? whyNotTel(tel) : missing,
    password: password ? whyNotPassword(password) : tel ? missing : undefined,
    captcha: captcha ? whyNotCaptcha(captcha) : '验证码不能为空',
  }
}
