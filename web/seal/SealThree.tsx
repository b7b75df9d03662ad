import type { FormEvent } from 'react'
import { EMAIL_MAX_CHARS, WEIBO_MAX_CHARS } from '#contract/limits.ts'
import { whyNotContact } from '#contract/seal.ts'
import { TextField } from '#web/ui/Field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { changeDraft, type SealDraft } from './draft.ts'
import styles from './Seal.module.css'
import { SealFrame, SealPage } from './SealPage.tsx'
import { onwards } from './steps.ts'

export const SealThree = () => <SealPage step="sealThree">{(draft) => <Contacts draft={draft} />}</SealPage>

function Contacts({ draft }: { draft: SealDraft }) {
  const { contact } = draft
  const change = (patch: Partial<typeof contact>) => changeDraft({ contact: { ...contact, ...patch } })

  function next(event?: FormEvent) {
    event?.preventDefault()
    const wrong = whyNotContact({ ...contact, weibo: contact.weibo?.trim() })
    if (wrong) return toast(wrong)
    onwards('sealThree', draft)
  }

  return (
    <SealFrame draft={draft} step="sealThree" onNext={next}>
      <p className={styles.lead}>胶囊解封时，我们会通过这里的联系方式通知您。请至少填写一种。</p>
      <form className={styles.group} onSubmit={next} noValidate>
        <TextField
          label="手机号"
          type="tel"
          inputMode="numeric"
          autoComplete="tel"
          placeholder="请输入手机号"
          maxLength={11}
          value={contact.tel ?? ''}
          onChange={(event) => change({ tel: event.target.value.trim() })}
        />
        <TextField
          label="邮箱"
          type="email"
          inputMode="email"
          autoComplete="email"
          placeholder="请输入邮箱"
          maxLength={EMAIL_MAX_CHARS}
          value={contact.email ?? ''}
          onChange={(event) => change({ email: event.target.value.trim() })}
        />
        <TextField
          label="微博"
          placeholder="请输入微博昵称"
          maxLength={WEIBO_MAX_CHARS}
          value={contact.weibo ?? ''}
          onChange={(event) => change({ weibo: event.target.value })}
        />
        <button type="submit" hidden>
          下一步
        </button>
      </form>
    </SealFrame>
  )
}
