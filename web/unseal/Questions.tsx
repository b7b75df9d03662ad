import { type FormEvent, useState } from 'react'
import { ANSWER_MAX_CHARS } from '#contract/limits.ts'
import { ANSWER_MISSING } from '#contract/unseal.ts'
import { TextField } from '#web/ui/Field.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from './Unseal.module.css'

/** The form of a capsule's questions; the button that sends it stands at the bottom of the page. */
export const FORM = 'unseal'

export function useAnswers(questions: readonly string[]) {
  const [answers, setAnswers] = useState<Record<string, string>>({})

  /** The answer to each question, or undefined once the person was told that one is missing. */
  function all(): Record<string, string> | undefined {
    const given = Object.fromEntries(questions.map((question) => [question, answers[question] ?? '']))
    if (Object.values(given).every((answer) => answer.trim())) return given
    toast(ANSWER_MISSING)
    return undefined
  }

  return { answers, set: (question: string, text: string) => setAnswers((old) => ({ ...old, [question]: text })), all }
}

type Props = {
  questions: readonly string[]
  answers: ReturnType<typeof useAnswers>
  onSubmit: () => void
}

export function Questions({ questions, answers, onSubmit }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form id={FORM} className={styles.questions} onSubmit={submit} noValidate>
      {questions.map((question) => (
        <TextField
          key={question}
          label={question}
          placeholder="请输入答案"
          autoComplete="off"
          enterKeyHint="done"
          maxLength={ANSWER_MAX_CHARS * 2}
          value={answers.answers[question] ?? ''}
          onChange={(event) => answers.set(question, event.target.value)}
        />
      ))}
    </form>
  )
}
