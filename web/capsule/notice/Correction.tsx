import { type FormEvent, useState } from 'react'
import { type Contact, whyNotWeibo } from '#contract/contact.ts'
import { whyNotEmail } from '#contract/email.ts'
import { CHANNEL_NAME, CONTACTS_CHANGED, type ContactChannel, type ContactRow } from '#contract/notice.ts'
import { whyNotTel } from '#contract/tel.ts'
import { useSend } from '#web/client/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { focusWrong } from '#web/ui/focusWrong.ts'
import { toast } from '#web/ui/toast.tsx'
import { ContactField } from './ContactField.tsx'
import styles from './Correction.module.css'

const WHY_NOT: Record<ContactChannel, (value: string) => string | undefined> = {
  tel: whyNotTel,
  email: (value) => (value ? whyNotEmail(value) : '请填写邮箱'),
  weibo: (value) => (value ? whyNotWeibo(value) : '请填写微博昵称'),
}
const AFTERWARDS: Record<ContactChannel, string> = {
  tel: '保存后，我们会给这个号码发一条确认短信。',
  email: '保存后，我们会给这个邮箱发一封确认邮件。',
  weibo: '微博昵称无法提前确认。',
}

type Props = {
  capsuleId: string
  channel: ContactChannel
  /** The contact so far. */
  row: ContactRow | undefined
  onDone: () => void
}

/** One contact of a sealed capsule, written anew; the old one is never shown in full. */
export function Correction({ capsuleId, channel, row, onDone }: Props) {
  const [contact, setContact] = useState<Contact>({ mention: row?.mention ?? 0 })
  const [wrong, setWrong] = useState<string>()
  const send = useSend('capsuleContacts', {
    fields: [`contact.${channel}`],
    onSuccess: () => {
      toast(CONTACTS_CHANGED)
      onDone()
    },
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const value = contact[channel]?.trim() ?? ''
    const mention = contact.mention === 1 ? 1 : 0
    // A consent can be given or taken back without writing the name again.
    const consentOnly = row && channel === 'weibo' && !value && mention !== row.mention
    const why = consentOnly ? undefined : WHY_NOT[channel](value)
    setWrong(why)
    if (why) return focusWrong(event.currentTarget, { [channel]: why })
    if (send.isPending) return
    const named = value ? { [channel]: value } : {}
    send.mutate({ capsule_id: capsuleId, contact: { ...named, ...(channel === 'weibo' && { mention }) } })
  }

  return (
    <form className={styles.correction} onSubmit={submit} noValidate>
      {row && (
        <p className={styles.now}>
          现在是{CHANNEL_NAME[channel]} <b>{row.address}</b>
        </p>
      )}
      <ContactField
        channel={channel}
        contact={contact}
        error={wrong ?? send.wrongAt(`contact.${channel}`)}
        hint={AFTERWARDS[channel]}
        terms={channel === 'weibo'}
        onChange={(patch) => {
          setContact((old) => ({ ...old, ...patch }))
          setWrong(undefined)
          send.edited()
        }}
      />
      <Button type="submit" block busy={send.isPending}>
        保存
      </Button>
    </form>
  )
}
