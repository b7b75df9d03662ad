import type { Ways } from '#contract/receiver.ts'
import { typedTel } from '#contract/tel.ts'
import { EmailField } from '#web/capsule/notice/EmailField.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Picks } from '#web/ui/Picks.tsx'
import { Switch } from '#web/ui/Switch.tsx'

const PICKS = { hand: '亲手交给 TA', tel: '手机', email: '邮箱' } as const
const CHOSEN = { hand: {}, tel: { tel: '' }, email: { email: '' } } as const
const BY_HAND =
  '封存后你会得到一个链接和二维码，由你亲手交给 TA：发微信，或印在纸上。TA 收下后，到那天会通知 TA，由 TA 自己打开。'
const LATER = '现在不告诉 TA。到那天，我们会通知 TA，由 TA 自己打开。'
const NOW = '现在就告诉 TA 有一枚胶囊在等着、哪天打开，不说内容；到那天再通知一次，由 TA 自己打开。'

type Props = { ways: Ways; error?: string | undefined; onChange: (ways: Ways) => void }

/** How somebody is reached: by hand, or at an address, now or on the day. A way that is chosen and empty is '' until it is filled in. */
export function Reach({ ways: { tel, email, tell_now }, error, onChange }: Props) {
  const chosen = tel !== undefined ? 'tel' : email !== undefined ? 'email' : 'hand'
  const ways = chosen === 'tel' ? { tel } : { email }
  return (
    <>
      <Picks title="怎么到 TA 手里" picks={PICKS} chosen={chosen} onPick={(way) => onChange(CHOSEN[way])} />
      {tel !== undefined && (
        <TextField
          label="TA 的手机号"
          name="receiver_way"
          type="tel"
          inputMode="numeric"
          autoComplete="off"
          placeholder="请输入 TA 的手机号"
          value={tel}
          error={error}
          onChange={(event) => onChange({ tel: typedTel(event.target.value), tell_now })}
        />
      )}
      {email !== undefined && (
        <EmailField
          label="TA 的邮箱"
          name="receiver_way"
          value={email}
          error={error}
          onChange={(email) => onChange({ email, tell_now })}
        />
      )}
      {chosen !== 'hand' && (
        <Switch
          label="现在就告诉 TA"
          checked={tell_now === 1}
          onChange={(now) => onChange({ ...ways, tell_now: now ? 1 : 0 })}
        />
      )}
      <p className="muted">{chosen === 'hand' ? BY_HAND : tell_now === 1 ? NOW : LATER}</p>
    </>
  )
}
