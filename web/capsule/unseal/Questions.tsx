import { type FormEvent, useState } from 'react'
import { ANSWER_MAX_CHARS } from '#contract/limits.ts'
import { ANSWER_MISSING } from '#contract/unseal.ts'
import { TextField } from '#web/ui/Field.tsx'
import { focusWrong } from '#web/ui/focusWrong.ts'
import styles from './Unseal.module.css'

/** The form of a capsule's questions; the button that sends it stands at the bottom of the page. */
export const FORM = 'unseal'

/** `onChange`: an answer is another one now. */
export function useAnswers(questions: readonly string[], onChange?: () => void) {
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const [asked, setAsked] = useState(false)
  const isMissing = (question: string) => !answers[question]?.trim()
  const missing = questions.find(isMissing)

  /** The answer to each question, or undefined when one is missing: its field says so. */
  function all(): Record<string, string> | undefined {
    setAsked(missing !== undefined)
    if (missing !== undefined) return undefined
    return Object.fromEntries(questions.map((question) => [question, answers[question] ?? '']))
  }

  return {
    answers,
    set: (question: string, text: string) => {
      onChange?.()
      setAnswers((old) => ({ ...old, [question]: text }))
    },
    all,
    missing,
    whyNot: (question: string) => (asked && question === missing ? ANSWER_MISSING : undefined),
  }
}

type Props = {
  questions: readonly string[]
  answers: ReturnType<typeof useAnswers>
  /** The server's error for all answers together: it does not say which was wrong. */
  wrong?: string
  onSubmit: () => void
}

export function Questions({ questions, answers, wrong, onSubmit }: Props) {
  const alone = questions.length === 1
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit()
    if (answers.missing !== undefined) focusWrong(event.currentTarget, { [answers.missing]: ANSWER_MISSING })
  }
  return (
    <form id={FORM} className={styles.questions} onSubmit={submit} noValidate>
      {questions.map((question) => (
        <TextField
          key={question}
          label={question}
          name={question}
          error={answers.whyNot(question) ?? (alone ? wrong : undefined)}
          placeholder="请输入答案"
          autoComplete="off"
          enterKeyHint="done"
          maxLength={ANSWER_MAX_CHARS * 2}
          value={answers.answers[question] ?? ''}
          onChange={(event) => answers.set(question, event.target.value)}
        />
      ))}
      {wrong && !alone && (
        <p className={styles.wrong} role="alert">
          {wrong}
        </p>
      )}
    </form>
  )
}
