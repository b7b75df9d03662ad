import type { ComponentProps } from 'react'
import type { Contact } from '#contract/contact.ts'
import { type ContactChannel, MENTION_CONSENT, WEIBO_PROMISE } from '#contract/notice.ts'
import { typedTel } from '#contract/tel.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { TextField } from '#web/ui/Field.tsx'
import styles from './ContactField.module.css'
import { EmailField } from './EmailField.tsx'

export const WEIBO_ALONE = '微博提醒无法保证送达，建议同时填写手机号或邮箱'

/** Whether Weibo, which promises nothing, would be the only way. */
export const isWeiboAlone = ({ tel, email, weibo }: Contact): boolean => Boolean(weibo?.trim() && !tel && !email)

const FIELD: Record<Exclude<ContactChannel, 'email'>, ComponentProps<typeof TextField>> = {
  tel: {
    label: '手机号',
    type: 'tel',
    inputMode: 'numeric',
    autoComplete: 'tel',
    placeholder: '请输入手机号',
  },
  weibo: { label: '微博', placeholder: '请输入微博昵称', autoComplete: 'off' },
}

type Props = {
  channel: ContactChannel
  contact: Contact
  onChange: (patch: Partial<Contact>) => void
  error?: string
  hint?: string
  /** Weibo's promise and consent stand there from the start, not only once a name does. */
  terms?: boolean
}

/** The field of one way to be told. */
export function ContactField({ channel, contact, onChange, error, hint, terms }: Props) {
  const value = contact[channel] ?? ''
  if (channel === 'email')
    return <EmailField value={value} error={error} hint={hint} onChange={(email) => onChange({ email })} />
  const write = (text: string) => {
    if (channel === 'tel') return onChange({ tel: typedTel(text) })
    // A consent is for somebody: it does not outlive the name.
    onChange(text.trim() || terms ? { weibo: text } : { weibo: text, mention: 0 })
  }
  return (
    <div className={styles.contact}>
      <TextField
        {...FIELD[channel]}
        name={channel}
        value={value}
        error={error}
        hint={hint}
        onChange={(event) => write(event.target.value)}
      />
      {channel === 'weibo' && (terms || value.trim()) && (
        <WeiboTerms mention={contact.mention === 1} onChange={(yes) => onChange({ mention: yes ? 1 : 0 })} />
      )}
    </div>
  )
}

function WeiboTerms({ mention, onChange }: { mention: boolean; onChange: (yes: boolean) => void }) {
  return (
    <div className={`muted ${styles.terms}`}>
      <p>{WEIBO_PROMISE}</p>
      <Checkbox checked={mention} onChange={onChange}>
        {MENTION_CONSENT}
      </Checkbox>
    </div>
  )
}
