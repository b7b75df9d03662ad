import { type FormEvent, useState } from 'react'
import type { Output } from '#contract/calls.ts'
import {
  OPERATOR_PASSWORD_MIN_CHARS,
  PASSWORD_CHANGED,
  PASSWORD_SHORT,
  ROLE_NAME,
  TOTP_CHANGED,
} from '#contract/desk.ts'
import { momentText } from '#contract/time.ts'
import { whyNotTotp } from '#contract/totp.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useDeskSend } from './api.ts'
import styles from './Card.module.css'
import { useProof } from './useProof.tsx'

type Me = Output<'deskMe'>

/** The operator's own account at the desk: roles, password, code, and where they are signed in. */
export const Account = ({ me }: { me: Me }) => (
  <div className={styles.list}>
    <Card as="section" aria-label="权限">
      <h2 className={styles.title}>{me.name}</h2>
      <p className="muted">权限：{me.roles.map((role) => ROLE_NAME[role]).join('、')}</p>
    </Card>
    <Password />
    <Totp />
    <Sessions me={me} />
  </div>
)

function Password() {
  const { proof, fields, isWhole, clear } = useProof()
  const [next, setNext] = useState('')
  const [wrong, setWrong] = useState<string>()
  const send = useDeskSend('deskPassword', () => {
    toast(PASSWORD_CHANGED)
    setNext('')
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const why = next.length < OPERATOR_PASSWORD_MIN_CHARS ? PASSWORD_SHORT : undefined
    setWrong(why)
    if (isWhole() && !why) send.mutate({ ...proof, next }, { onSettled: clear })
  }
  return (
    <Card as="section" aria-label="修改密码">
      <h2 className={styles.title}>修改密码</h2>
      <form className={styles.form} onSubmit={submit}>
        {fields}
        <TextField
          label="新密码"
          type="password"
          autoComplete="new-password"
          hint={`至少${OPERATOR_PASSWORD_MIN_CHARS}个字符`}
          value={next}
          error={wrong}
          onChange={({ target }) => {
            setNext(target.value)
            setWrong(undefined)
          }}
        />
        <Button type="submit" busy={send.isPending}>
          修改密码
        </Button>
      </form>
    </Card>
  )
}

function Totp() {
  const { proof, fields, isWhole, clear } = useProof()
  const [made, setMade] = useState<Output<'deskTotpNew'>>()
  const begin = useDeskSend('deskTotpNew', setMade)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isWhole()) begin.mutate(proof, { onSettled: clear })
  }
  return (
    <Card as="section" aria-label="更换动态码">
      <h2 className={styles.title}>更换动态码</h2>
      {made ? (
        <NewTotp made={made} onDone={() => setMade(undefined)} />
      ) : (
        <form className={styles.form} onSubmit={submit}>
          {fields}
          <Button type="submit" kind="secondary" busy={begin.isPending}>
            获取新的密钥
          </Button>
        </form>
      )}
    </Card>
  )
}

/** The old secret holds until a code of the new one was right. */
function NewTotp({ made, onDone }: { made: Output<'deskTotpNew'>; onDone: () => void }) {
  const [totp, setTotp] = useState('')
  const send = useDeskSend('deskTotp', () => {
    toast(TOTP_CHANGED)
    onDone()
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    send.mutate({ totp })
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <p className="muted">用验证器应用扫描，或手动输入密钥；它只显示这一次。</p>
      <QrCode url={made.uri} size={180} title="新的动态码" />
      <code className={styles.secret}>{made.secret}</code>
      <TextField label="新的动态码" inputMode="numeric" value={totp} onChange={({ target }) => setTotp(target.value)} />
      <Button type="submit" busy={send.isPending} disabled={whyNotTotp(totp) !== undefined}>
        启用
      </Button>
    </form>
  )
}

function Sessions({ me }: { me: Me }) {
  const end = useDeskSend('deskEndSession', () => toast('已退出'))
  return (
    <Card as="section" aria-label="登录">
      <h2 className={styles.title}>登录</h2>
      <ul className={styles.decisions}>
        {me.sessions.map(({ id, created_at, expires_at, current }) => (
          <li key={id}>
            <b>{current ? '这里' : `${momentText(created_at)} 登录`}</b>
            <span className={styles.label}>{`${momentText(expires_at)} 到期`}</span>
            {!current && (
              <Button
                kind="quiet"
                label={`退出 ${momentText(created_at)} 的登录`}
                busy={end.isPending}
                onClick={() => end.mutate({ session_id: id })}
              >
                退出
              </Button>
            )}
          </li>
        ))}
      </ul>
      {me.sessions.length > 1 && (
        <Button kind="secondary" busy={end.isPending} onClick={() => end.mutate({})}>
          退出其他所有登录
        </Button>
      )}
    </Card>
  )
}
