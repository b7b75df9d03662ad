import { type FormEvent, type ReactNode, useEffect } from 'react'
import type { PageName } from '#contract/pages.ts'
import { STEP_NAME } from '#contract/seal.ts'
import { useUser } from '#web/client/api.ts'
import { dropStrangersDraft, type SealDraft, useOwnDraft } from '#web/draft/current/draft.ts'
import { dropStrangersFiles } from '#web/draft/current/files.ts'
import { Button } from '#web/ui/Button.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { go, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeletons } from '#web/ui/Skeleton.tsx'
import styles from './SealPage.module.css'
import { StepList } from './StepList.tsx'
import { backTo, type Step, stepBefore, stepsOf } from './steps.ts'

/** Where capsules are made that are not chosen there, by the `type` of the address. */
const MAKING: Record<string, PageName> = { 1: 'diaryList', 2: 'forecastCapsule' }

/** Shows a seal page only with a draft whose earlier steps are filled in; otherwise leads to where it is missing. */
export function SealPage({ step, children }: { step: Step; children: (draft: SealDraft) => ReactNode }) {
  const making = MAKING[useQueryString().type ?? ''] ?? 'timeCapsule'
  const user = useUser()
  const userId = user.data?.user.id
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
      <Page title={STEP_NAME[step]} back form>
        {userId === undefined && (
          <Loaded query={user} skeleton={<Skeletons count={3} height={96} />}>
            {() => undefined}
          </Loaded>
        )}
      </Page>
    )
  return children(draft)
}

type FrameProps = {
  draft: SealDraft
  step: Step
  /** The form of the page, to find the fields in that are wrong. */
  onNext: (form: HTMLFormElement) => void
  nextLabel?: string
  busy?: boolean
  title?: string
  children: ReactNode
}

const FORM = 'seal'

/** The common frame of the seal pages: where one is, the page's own part, and the one way on. */
export function SealFrame({ draft, step, onNext, nextLabel = '下一步', busy, title, children }: FrameProps) {
  const steps = stepsOf(draft)
  const at = steps.indexOf(step)
  const night = at > 0 && at >= steps.length - 2
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onNext(event.currentTarget)
  }
  return (
    <Page
      title={title ?? STEP_NAME[step]}
      mood={night ? 'universe' : 'paper'}
      back
      form
      footer={
        <Button kind="primary" block busy={busy} type="submit" form={FORM}>
          {nextLabel}
        </Button>
      }
    >
      <div className={styles.sky} data-hour={Math.round((at / (steps.length - 1)) * 3)} aria-hidden />
      <StepList steps={steps} at={at} busy={busy} onBack={(passed) => backTo(passed, step, draft)} />
      <form id={FORM} className={styles.page} onSubmit={submit} noValidate>
        {children}
        <button type="submit" hidden>
          {nextLabel}
        </button>
      </form>
    </Page>
  )
}
