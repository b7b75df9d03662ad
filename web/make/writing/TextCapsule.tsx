import { useEffect } from 'react'
import { FORM, TYPE } from '#contract/capsule.ts'
import { draftFromBox, emptyDraft } from '#web/draft/current/draft.ts'
import { typedIn } from '#web/draft/current/typedText.ts'
import { EditedDraft } from '#web/draft/editor/EditedDraft.tsx'
import { go, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { AutosavedText } from './AutosavedText.tsx'
import { EditorSkeleton } from './EditorSkeleton.tsx'
import { Writer } from './Writer.tsx'

/** The text of a capsule to be sealed: a time capsule or, with `type` 1, a diary; with `id` a draft of the draft box. */
export function TextCapsule() {
  const { type, id } = useQueryString()
  if (Number(type) === TYPE.forecast) return <ToForecast id={id} />
  return Number(type) === TYPE.diary ? (
    <TextOf type={TYPE.diary} title="日记胶囊" />
  ) : (
    <TextOf type={TYPE.time} title="文字胶囊" />
  )
}

const TextOf = ({ type, title }: { type: 0 | 1; title: string }) => (
  <EditedDraft title={title} type={type} form={FORM.text} skeleton={<EditorSkeleton />}>
    {({ id, owner, found, begun, to }) => {
      const box = found ? draftFromBox(owner, found) : { ...emptyDraft(owner, type), ...to }
      return (
        <AutosavedText key={`${type}:${id}`} title={title} start={begun ?? box} held={typedIn(box)}>
          {(written) => <Writer title={title} {...written} />}
        </AutosavedText>
      )
    }}
  </EditedDraft>
)

/** A prediction has a page of its own. */
function ToForecast({ id }: { id?: string }) {
  useEffect(() => go('forecastCapsule', { id }, { replace: true }), [id])
  return (
    <Page title="预测胶囊" back>
      <EditorSkeleton />
    </Page>
  )
}
