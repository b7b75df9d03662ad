import { CONTACT_CHANNELS } from '#contract/notice.ts'
import { ContactField, isWeiboAlone, WEIBO_ALONE } from '#web/capsule/notice/ContactField.tsx'
import { changeDraft, type SealDraft } from '#web/draft/current/draft.ts'
import { Card } from '#web/ui/Card.tsx'
import rows from '#web/ui/Rows.module.css'
import { Myself } from './Myself.tsx'
import { SealFrame, SealPage } from './SealPage.tsx'
import { onwards } from './steps.ts'
import { useWrong } from './useWrong.ts'
import { Whom } from './Whom.tsx'
import { whyNotTold } from './whyNotTold.ts'

export const SealThree = () => <SealPage step="sealThree">{(draft) => <Contacts draft={draft} />}</SealPage>

function Contacts({ draft }: { draft: SealDraft }) {
  const { contact, to } = draft
  const change = (patch: Partial<typeof contact>) => changeDraft({ contact: { ...contact, ...patch } })
  const { shown, isRight } = useWrong(whyNotTold(draft))

  return (
    <SealFrame draft={draft} step="sealThree" onNext={(form) => isRight(form) && onwards('sealThree', draft)}>
      <Whom to={to} wrong={shown} onChange={(to) => changeDraft({ to })} />
      {to ? (
        <h2 className={`muted ${rows.heading}`}>也告诉（可不填）</h2>
      ) : (
        <p className="muted">到了那一天，我们会来敲门，免得你或你惦记的人错过。</p>
      )}
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
      <p className="muted">
        {to ? '填写的人，封存后我们会请对方确认一次。' : '请至少填写一种。封存后我们会请对方确认一次。'}
      </p>
    </SealFrame>
  )
}
