import { type FormEvent, useRef, useState } from 'react'
import { CANCEL_WAY_WRONG } from '#contract/account.ts'
import { whyNotCaptcha } from '#contract/captcha.ts'
import { PROVIDER_NAME, PROVIDERS, type Provider } from '#contract/oauth.ts'
import type { User } from '#contract/profile.ts'
import { maskTel } from '#contract/tel.ts'
import { useCall, useSend } from '#web/client/api.ts'
import { useSignedIn } from '#web/client/session.ts'
import { dropStrangersFiles } from '#web/draft/current/files.ts'
import { forgetPerson } from '#web/people/account/forgetPerson.ts'
import { CodeField } from '#web/people/captcha/CodeField.tsx'
import { useCode } from '#web/people/captcha/useCode.tsx'
import { useGoToPlatform } from '#web/people/oauth/useGoToPlatform.ts'
import { useOauthReturn } from '#web/people/oauth/useOauthReturn.ts'
import { confirm } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { go } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { boundAs } from './boundAs.ts'
import styles from './CancelAccount.module.css'
import { Consequences } from './Consequences.tsx'
import { Letters, lettersText, type Sent, useKeeping } from './Letters.tsx'

const TITLE = '注销账号'
const UNDERSTOOD = '我已了解以上后果'
const ALL = '账号、草稿和所有未公开的胶囊会立即被永久删除，封存中的胶囊再也不会开启。'
const OWN = '账号、草稿和写给自己的未公开胶囊会立即被永久删除，封存中的也不会再开启。'
const lastQuestion = (letters: string) => ({
  title: TITLE,
  text: `${letters ? OWN : ALL}${letters}此操作无法撤销。`,
  ok: '确定注销',
  danger: true,
})

/** Closes the account: first the losses, then a proof of identity, then one last question. */
export function CancelAccount() {
  // No data is fetched any more once the token is gone.
  const enabled = useSignedIn()
  const query = useCall('userInfo', {}, { enabled })
  const orders = useCall('orderList', {}, { enabled })
  const sent = useCall('sentLetters', {}, { enabled })
  const keeping = useKeeping()
  const [understood, setUnderstood] = useState(false)
  const { cancel, askAndCancel } = useCancel(keeping.keep, async () => sent.data ?? (await sent.refetch()).data)
  useOauthReturn((returned) => {
    setUnderstood(true)
    void askAndCancel(returned)
  })
  return (
    <Page title={TITLE} back form>
      {/* Nobody can agree before all losses are shown. */}
      <Loaded
        query={orders.isPending || sent.isPending ? { ...query, data: undefined } : query}
        skeleton={<PageSkeleton />}
      >
        {({ user }) => (
          <div className={styles.page}>
            <Consequences user={user} orders={orders.data} sent={sent.data} />
            <Letters sent={sent.data} keeping={keeping} />
            <Checkbox checked={understood} onChange={setUnderstood}>
              {UNDERSTOOD}
            </Checkbox>
            {user.tel ? (
              <ByCode tel={user.tel} understood={understood} cancel={cancel} onProof={askAndCancel} />
            ) : (
              <ByPlatform user={user} understood={understood} busy={cancel.isPending} />
            )}
          </div>
        )}
      </Loaded>
    </Page>
  )
}

type Proof = { captcha: string } | { provider: Provider; code: string; state: string }

function useCancel(keep_letters: 0 | 1, readSent: () => Promise<Sent>) {
  const cancel = useSend('cancelAccount', {
    fields: ['captcha'],
    onSuccess: () => {
      forgetPerson()
      dropStrangersFiles('')
      toast('账号已注销')
      go('landing', {}, { replace: true })
    },
  })
  async function askAndCancel(proof: Proof) {
    const letters = lettersText(await readSent(), keep_letters)
    if (await confirm(lastQuestion(letters))) cancel.mutate({ ...proof, keep_letters })
  }
  return { cancel, askAndCancel }
}

type Cancel = ReturnType<typeof useCancel>['cancel']
type CodeProps = { tel: string; understood: boolean; cancel: Cancel; onProof: (proof: Proof) => void }

function ByCode({ tel, understood, cancel, onProof }: CodeProps) {
  const busy = cancel.isPending
  const [captcha, setCaptcha] = useState('')
  const [tried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const code = useCode()
  const wrong = whyNotCaptcha(captcha)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (understood && !wrong && !busy) onProof({ captcha })
  }

  return (
    <form className={styles.proof} onSubmit={submit} noValidate>
      {understood && (
        <>
          <p className="muted">为确认是你本人，请填写发送到 {maskTel(tel)} 的验证码</p>
          <CodeField
            ref={field}
            value={captcha}
            onChange={(value) => {
              cancel.reset()
              setCaptcha(value)
            }}
            error={tried ? (wrong ?? cancel.wrongAt('captcha')) : undefined}
            code={code}
            onSend={() => code.send(tel, () => field.current?.focus())}
          />
        </>
      )}
      <Button
        type="submit"
        kind="danger"
        block
        busy={busy}
        disabled={!understood}
        whyDisabled={`请先勾选「${UNDERSTOOD}」`}
      >
        {TITLE}
      </Button>
      {code.dialog}
    </form>
  )
}

/** Without a number, a fresh return from a bound platform proves the person's identity. */
function ByPlatform({ user, understood, busy }: { user: User; understood: boolean; busy: boolean }) {
  const { leavingFor, leaveFor } = useGoToPlatform('cancel')
  const names = boundAs(user)
  const bound = PROVIDERS.filter((provider) => names[provider])

  return (
    <div className={styles.proof}>
      <p className="muted">{bound.length > 0 ? '为确认是你本人，请用绑定的账号确认' : CANCEL_WAY_WRONG}</p>
      {bound.map((provider) => (
        <Button
          key={provider}
          kind="danger"
          block
          busy={busy || leavingFor === provider}
          disabled={!understood}
          whyDisabled={`请先勾选「${UNDERSTOOD}」`}
          onClick={() => void leaveFor(provider)}
        >
          用{PROVIDER_NAME[provider]}确认
        </Button>
      ))}
    </div>
  )
}

const PageSkeleton = () => (
  <div className={styles.page} aria-busy="true">
    <Skeleton height={380} />
    <Skeleton width={180} />
    <Skeleton height={48} />
  </div>
)
