import type { FormEvent } from 'react'
import { CONTACT_CHANNELS } from '#contract/notice.ts'
import { whyNotContact } from '#contract/seal.ts'
import { changeDraft, type SealDraft } from '#web/draft/draft.ts'
import { ContactField, isWeiboAlone, WEIBO_ALONE } from '#web/notice/ContactField.tsx'
import { Card } from '#web/ui/Card.tsx'
import { toast } from '#web/ui/toast.tsx'
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
      <p className="muted">胶囊解封时，我们会通过这里的联系方式通知您。请至少填写一种。封存后我们会请对方确认一次。</p>
      <form onSubmit={next} noValidate>
        <Card small>
          {CONTACT_CHANNELS.map((channel) => (
            <ContactField key={channel} channel={channel} contact={contact} onChange={change} />
          ))}
          {isWeiboAlone(contact) && (
            <p className="muted" role="status">
              {WEIBO_ALONE}
            </p>
          )}
          <button type="submit" hidden>
            下一步
          </button>
        </Card>
      </form>
    </SealFrame>
  )
}
