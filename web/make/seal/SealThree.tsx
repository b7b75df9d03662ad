import { whyNotWays } from '#contract/contact.ts'
import { CONTACT_CHANNELS } from '#contract/notice.ts'
import { ContactField, isWeiboAlone, WEIBO_ALONE } from '#web/capsule/notice/ContactField.tsx'
import { changeDraft, type SealDraft } from '#web/draft/current/draft.ts'
import { Card } from '#web/ui/Card.tsx'
import { Myself } from './Myself.tsx'
import { SealFrame, SealPage } from './SealPage.tsx'
import { onwards } from './steps.ts'
import { useWrong } from './useWrong.ts'

export const SealThree = () => <SealPage step="sealThree">{(draft) => <Contacts draft={draft} />}</SealPage>

function Contacts({ draft }: { draft: SealDraft }) {
  const { contact } = draft
  const change = (patch: Partial<typeof contact>) => changeDraft({ contact: { ...contact, ...patch } })
  const { shown, isRight } = useWrong(whyNotWays({ ...contact, weibo: contact.weibo?.trim() }))

  return (
    <SealFrame draft={draft} step="sealThree" onNext={(form) => isRight(form) && onwards('sealThree', draft)}>
      <p className="muted">到了那一天，我们会来敲门，免得你或你惦记的人错过。</p>
      <Card small>
        <Myself tel={contact.tel} onChange={(tel) => change({ tel })} />
        {CONTACT_CHANNELS.map((channel) => (
          <ContactField key={channel} channel={channel} contact={contact} error={shown[channel]} onChange={change} />
        ))}
        {isWeiboAlone(contact) && (
          <p className="muted" role="status">
            {WEIBO_ALONE}
          </p>
        )}
      </Card>
      <p className="muted">请至少填写一种。封存后我们会请对方确认一次。</p>
    </SealFrame>
  )
}
