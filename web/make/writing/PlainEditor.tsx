import { useEffect, useState } from 'react'
import { FORM, TYPE } from '#contract/capsule.ts'
import { useSignedIn } from '#web/client/session.ts'
import { emptyDraft, NOBODY, type SealDraft, useOwnDraft } from '#web/draft/current/draft.ts'
import { takeOver } from '#web/draft/current/takeOver.ts'
import { Unreadable } from '#web/draft/editor/Unreadable.tsx'
import { useOpened } from '#web/draft/editor/useOpened.ts'
import { Page } from '#web/ui/Page.tsx'
import { AutosavedText } from './AutosavedText.tsx'
import { EditorSkeleton } from './EditorSkeleton.tsx'
import { PlainWriter } from './PlainWriter.tsx'

const TITLE = '写给未来'

/** The plain writing page. Anybody may write, on this device; a sign-in is needed only when the text is to be sealed. */
export const PlainEditor = () => (useSignedIn() ? <OfPerson /> : <OfNobody />)

function OfNobody() {
  const begun = useBegun(NOBODY)
  return <Text key={NOBODY} start={begun ?? emptyDraft(NOBODY)} />
}

function OfPerson() {
  const { opened, failed, again, busy } = useOpened('', TYPE.time)
  if (failed) return <Unreadable title={TITLE} why={failed} again={again} busy={busy} />
  return opened ? <TakenOver key={opened.owner} owner={opened.owner} /> : <Coming />
}

function TakenOver({ owner }: { owner: string }) {
  const [ready, setReady] = useState(false)
  const begun = useBegun(owner)
  useEffect(() => {
    void takeOver(owner).then(() => setReady(true))
  }, [owner])
  return ready ? <Text start={begun ?? emptyDraft(owner)} /> : <Coming />
}

/** The text that the person was writing when they left for the seal pages or the sign-in, if it was a new one. */
function useBegun(owner: string): SealDraft | undefined {
  const begun = useOwnDraft(owner)
  const isNewText = begun?.type === TYPE.time && begun.content_type === FORM.text && begun.draft_id === ''
  return isNewText ? begun : undefined
}

const Text = ({ start }: { start: SealDraft }) => (
  <AutosavedText title={TITLE} start={start} held="" unasked={start.owner === NOBODY}>
    {(written) => <PlainWriter title={TITLE} {...written} />}
  </AutosavedText>
)

const Coming = () => (
  <Page title={TITLE} back>
    <EditorSkeleton />
  </Page>
)
