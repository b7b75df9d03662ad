import { type Detail, FORM, STATUS, TYPE } from '#contract/capsule.ts'
import { DIARY_SEALED } from '#contract/diary.ts'
import { isOrdinaryDiary } from '#web/capsule/detail/openDiary.ts'
import { draftFromBox, emptyDraft, useOwnDraft } from '#web/draft/current/draft.ts'
import { typedIn } from '#web/draft/current/typedText.ts'
import { Unreadable } from '#web/draft/editor/Unreadable.tsx'
import { useOpened } from '#web/draft/editor/useOpened.ts'
import { AutosavedText } from '#web/make/writing/AutosavedText.tsx'
import { EditorSkeleton } from '#web/make/writing/EditorSkeleton.tsx'
import { useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { DiaryWriter } from './DiaryWriter.tsx'

const NO_DIARY = '这不是一篇日记，请从草稿箱打开'

/** A new diary; with `id` one that is changed, or a draft of the draft box. */
export function WriteDiary() {
  const { id = '' } = useQueryString()
  return <Opened key={id} id={id} />
}

function Opened({ id }: { id: string }) {
  const { opened, failed, again, busy } = useOpened(id, TYPE.diary)
  const title = opened?.found && isOrdinaryDiary(opened.found) ? '编辑日记' : '写日记'
  if (failed) return <Unreadable title={title} why={failed} again={again} busy={busy} />
  if (!opened)
    return (
      <Page title={title} back>
        <EditorSkeleton />
      </Page>
    )
  const wrong = opened.found && whyNotWrite(opened.found)
  if (wrong) return <Unreadable title={title} why={{ message: wrong }} />
  return <Diary title={title} {...opened} />
}

function Diary({ title, owner, found }: { title: string; owner: string; found: Detail | undefined }) {
  const saved = found ? draftFromBox(owner, found) : emptyDraft(owner, TYPE.diary)
  const openSince = found && isOrdinaryDiary(found) ? found.created_at : undefined
  const begun = useOwnDraft(owner)
  const isThis = begun?.type === TYPE.diary && begun.draft_id === saved.draft_id && begun.content_type === FORM.text
  return (
    <AutosavedText title={title} start={isThis ? begun : saved} held={typedIn(saved)}>
      {(written) => <DiaryWriter title={title} openSince={openSince} {...written} />}
    </AutosavedText>
  )
}

function whyNotWrite(found: Detail): string | undefined {
  if (found.type !== TYPE.diary || found.content_type !== FORM.text) return NO_DIARY
  return found.status === STATUS.draft || isOrdinaryDiary(found) ? undefined : DIARY_SEALED
}
