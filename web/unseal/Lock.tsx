import { type FormEvent, type ReactNode, useState } from 'react'
import type { Detail } from '#contract/capsule.ts'
import { ANSWER_MAX_CHARS } from '#contract/limits.ts'
import { ANSWER_MISSING } from '#contract/unseal.ts'
import { useCall, useSend } from '#web/api.ts'
import { isDue, minuteText } from '#web/capsule/due.ts'
import { TimeLeft } from '#web/capsule/TimeLeft.tsx'
import { UnsealButton } from '#web/capsule/UnsealButton.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Page } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useNow } from '#web/ui/useNow.ts'
import styles from './Unseal.module.css'

const FORM = 'unseal'

/** A capsule before it is opened: its name and time, the time left, and when that is over its questions. */
export function Lock({ capsule, home, onOpened }: { capsule: Detail; home: ReactNode; onOpened: () => void }) {
  const now = useNow(1_000)
  const due = isDue(capsule, now)
  const { questions, answers, answer, submit, busy, failed } = useUnsealing(capsule.id, due, onOpened)
  const action = due ? (
    <Button block busy={busy} type="submit" form={FORM}>
      点击解封
    </Button>
  ) : (
    <UnsealButton card={capsule} now={now} />
  )

  return (
    <Page title="解封" mood="universe" back right={home} footer={action}>
      <div className={styles.lock}>
        <span className={styles.floating}>
          <CapsuleIcon colorIndex={capsule.colorIndex} type={capsule.type} size={148} />
        </span>
        <h2 className={styles.title}>{capsule.long_tag}</h2>
        <p className={styles.period}>
          {minuteText(capsule.sealed_at)} – {minuteText(capsule.open_time)}
        </p>
        {!due && <TimeLeft moment={capsule.open_time} now={now} />}
        {failed}
        <form id={FORM} className={styles.questions} onSubmit={submit} noValidate>
          {questions.map((question) => (
            <TextField
              key={question}
              label={question}
              placeholder="请输入答案"
              autoComplete="off"
              maxLength={ANSWER_MAX_CHARS * 2}
              value={answers[question] ?? ''}
              onChange={(event) => answer(question, event.target.value)}
            />
          ))}
        </form>
      </div>
    </Page>
  )
}

function useUnsealing(capsule_id: string, due: boolean, onOpened: () => void) {
  const asked = useCall('capsuleQlist', { capsule_id }, { enabled: due })
  const detail = useCall('capsuleDetail', { capsule_id })
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const questions = (due && asked.data?.questions) || []
  const send = useSend('unseal', {
    invalidates: ['capsuleDetail', 'myClosedCapsules', 'myOpenCapsules', 'capsuleOpenList'],
    onSuccess: onOpened,
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!due || send.isPending || !asked.data) return
    if (questions.some((question) => !answers[question]?.trim())) return toast(ANSWER_MISSING)
    const key_answer = Object.fromEntries(questions.map((question) => [question, answers[question] ?? '']))
    // Opened elsewhere meanwhile, or not due by the server's clock: look at it again.
    send.mutate({ capsule_id, key_answer }, { onError: () => void detail.refetch() })
  }

  return {
    questions,
    answers,
    answer: (question: string, text: string) => setAnswers((old) => ({ ...old, [question]: text })),
    submit,
    busy: send.isPending || (due && asked.isPending),
    failed: asked.error && (
      <Button kind="secondary" busy={asked.isFetching} onClick={() => void asked.refetch()}>
        重试
      </Button>
    ),
  }
}
