import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import { DRAFT_EMPTY, DRAFT_SAVED, SEAL_EMPTY } from '#contract/capsule.ts'
import { isBlank, whyNotText } from '#contract/content.ts'
import { TOAST_THEN_BACK_MS } from '#contract/limits.ts'
import { clearDraft, htmlOf, keepDraft, type SealDraft, textContent } from '#web/seal/draft.ts'
import { enterSeal } from '#web/seal/leaveSeal.ts'
import { stepPath } from '#web/seal/steps.ts'
import { Button } from '#web/ui/Button.tsx'
import { go, useLeavePrompt } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { ActionSheet } from '#web/ui/Sheet.tsx'
import { toast } from '#web/ui/toast.tsx'
import { EditorSkeleton } from './EditorSkeleton.tsx'
import { imagesAsKeys, whyNotImages } from './imageHtml.ts'
import { useAfford } from './useAfford.ts'
import { useLeaveQuestion } from './useLeaveQuestion.tsx'
import { useSaveDraft } from './useSaveDraft.ts'

const Editor = lazy(() => import('./Editor.tsx').then((loaded) => ({ default: loaded.Editor })))

/** Where a text is written. `kept` is what the draft box holds of it. */
export function Writer({ start, kept }: { start: SealDraft; kept: string }) {
  const [draft] = useState(start)
  const html = useRef(htmlOf(draft.content))
  const notReady = useRef<string>(undefined)
  const leaving = useRef(false)
  const [choosing, setChoosing] = useState(false)
  const { save, saving } = useSaveDraft(draft)
  const { askToKeep, question } = useLeaveQuestion()
  const afford = useAfford('time')

  const changed = () => imagesAsKeys(html.current) !== imagesAsKeys(kept) && !(isBlank(html.current) && isBlank(kept))
  const unsaved = () => !leaving.current && (Boolean(notReady.current) || changed())
  const whyNot = (whenEmpty: string) =>
    notReady.current ?? whyNotText(html.current, whenEmpty) ?? whyNotImages(html.current)

  async function keep(): Promise<boolean> {
    const wrong = whyNot(DRAFT_EMPTY)
    if (wrong) toast(wrong)
    if (wrong || !(await save(html.current))) return false
    leaving.current = true
    clearDraft()
    toast(DRAFT_SAVED)
    return true
  }

  async function keepAndGo() {
    if (await keep()) setTimeout(() => go('/subPages/me/draftBox', {}, { replace: true }), TOAST_THEN_BACK_MS)
  }

  async function seal() {
    const wrong = whyNot(SEAL_EMPTY)
    if (wrong) return toast(wrong)
    if (!(await afford())) return
    leaving.current = true
    keepDraft({ ...draft, content: textContent(html.current) })
    enterSeal()
    go(stepPath('sealOne'), { type: String(draft.type) })
  }

  const tellReady = useCallback((reason: string | undefined) => {
    notReady.current = reason
  }, [])

  async function askToLeave(): Promise<boolean> {
    const answer = await askToKeep()
    if (answer === 'keep') return keep()
    if (answer === 'discard') clearDraft()
    return answer === 'discard'
  }

  useLeavePrompt(unsaved, askToLeave, () => keepDraft({ ...draft, content: textContent(html.current) }))

  return (
    <Page
      title="文字胶囊"
      back
      right={
        <Button kind="quiet" busy={saving} onClick={() => setChoosing(true)}>
          完成
        </Button>
      }
    >
      <Suspense fallback={<EditorSkeleton />}>
        <Editor
          html={html.current}
          owner={draft.owner}
          onChange={(written) => {
            html.current = written
          }}
          onReady={tellReady}
        />
      </Suspense>
      {question}
      <ActionSheet
        label="完成"
        open={choosing}
        onOpenChange={setChoosing}
        actions={[
          { label: '存入草稿箱', onSelect: () => void keepAndGo() },
          { label: '完成封存', onSelect: () => void seal() },
        ]}
      />
    </Page>
  )
}
