import { type ReactNode, useEffect } from 'react'
import type { PageName } from '#contract/pages.ts'
import { STEP_NAME } from '#contract/seal.ts'
import { useUser } from '#web/api.ts'
import { dropStrangersDraft, type SealDraft, useOwnDraft } from '#web/draft/draft.ts'
import { dropStrangersFiles } from '#web/draft/files.ts'
import { Button } from '#web/ui/Button.tsx'
import { go, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import styles from './SealPage.module.css'
import { type Step, stepBefore, stepsOf } from './steps.ts'

/** Where capsules are made that are not chosen there, by the `type` of the address. */
const MAKING: Record<string, PageName> = { 1: 'diaryList', 2: 'forecastCapsule' }

/** Shows a seal page only with a draft whose earlier steps are filled in; otherwise leads to where it is missing. */
export function SealPage({ step, children }: { step: Step; children: (draft: SealDraft) => ReactNode }) {
  const making = MAKING[useQueryString().type ?? ''] ?? 'timeCapsule'
  const userId = useUser().data?.user.id
  const draft = useOwnDraft(userId)
  const missing = draft && stepBefore(step, draft)
  const type = String(draft?.type ?? 0)
  const nothingToSeal = userId !== undefined && !draft

  useEffect(() => {
    dropStrangersDraft(userId)
    dropStrangersFiles(userId)
    if (nothingToSeal) go(making, {}, { replace: true })
    else if (missing) go(missing, { type }, { replace: true })
  }, [userId, nothingToSeal, making, missing, type])

  if (!draft || missing)
    return (
      <Page title={STEP_NAME[step]} back>
        {undefined}
      </Page>
    )
  return children(draft)
}

type FrameProps = {
  draft: SealDraft
  step: Step
  onNext: () => void
  nextLabel?: string
  busy?: boolean
  title?: string
  children: ReactNode
}

/** The common frame of the seal pages: where one is, the page's own part, and the one way on. */
export function SealFrame({ draft, step, onNext, nextLabel = '下一步', busy, title, children }: FrameProps) {
  const steps = stepsOf(draft)
  const at = steps.indexOf(step)
  const night = at > 0 && at >= steps.length - 2
  return (
    <Page
      title={title ?? STEP_NAME[step]}
      mood={night ? 'universe' : 'paper'}
      back
      footer={
        <Button kind="primary" block busy={busy} onClick={onNext}>
          {nextLabel}
        </Button>
      }
    >
      <div className={styles.sky} data-hour={Math.round((at / (steps.length - 1)) * 3)} aria-hidden />
      <StepList steps={steps} at={at} />
      <div className={styles.page}>{children}</div>
    </Page>
  )
}

function StepList({ steps, at }: { steps: readonly Step[]; at: number }) {
  return (
    <ol className={styles.steps} aria-label={`第${at + 1}步，共${steps.length}步`}>
      {steps.map((step, index) => (
        <li key={step} aria-current={index === at ? 'step' : undefined} data-done={index < at || undefined}>
          <i aria-hidden>{index + 1}</i>
          {STEP_NAME[step]}
        </li>
      ))}
    </ol>
  )
}
