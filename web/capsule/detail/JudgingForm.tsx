import { type FormEvent, useState } from 'react'
import type { Detail } from '#contract/capsule.ts'
import { RESULT_NAME, RESULTS, type Result, whyNotJudgement } from '#contract/judge.ts'
import { JUDGEMENT_MAX_CHARS } from '#contract/limits.ts'
import { useLeavePrompt } from '#web/client/useLeavePrompt.ts'
import { confirm } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Choices } from '#web/ui/Choices.tsx'
import { TextArea } from '#web/ui/Field.tsx'
import styles from './Judging.module.css'
import { RESULT_ICON } from './resultIcon.ts'
import { useJudge } from './useJudge.ts'

const UNSAVED = { text: '这个判断还没有保存，确定离开吗？', ok: '离开' }
const CHOICES = RESULTS.map((result) => {
  const Icon = RESULT_ICON[result]
  return {
    value: String(result),
    name: RESULT_NAME[result],
    picture: <Icon size={24} strokeWidth={1.75} aria-hidden="true" />,
  }
})

/** The choice of one of four results, and a line of one's own once a result is chosen. */
export function JudgingForm({ capsule, onClose }: { capsule: Detail; onClose: () => void }) {
  const before = capsule.judgement
  const [result, setResult] = useState<Result | undefined>(before?.result)
  const [text, setText] = useState(before?.text ?? '')
  const { judge, judging, refused, edited } = useJudge(capsule, onClose)
  const words = text.trim()
  const wrong = whyNotJudgement(words)
  const isSame = result === before?.result && words === (before?.text ?? '')
  useLeavePrompt(
    () => !isSame,
    () => confirm(UNSAVED),
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!result || wrong || judging) return
    if (isSame) onClose()
    else judge(result, words)
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Choices
        title="预测应验了吗？"
        choices={CHOICES}
        chosen={String(result)}
        onChoose={(value) => !judging && setResult(Number(value) as Result)}
      />
      {result && (
        <>
          <TextArea
            label="写一句话（选填）"
            placeholder="它是怎样应验的，或者差在了哪里？"
            rows={2}
            max={JUDGEMENT_MAX_CHARS}
            count
            readOnly={judging}
            error={wrong ?? refused}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              edited()
            }}
          />
          <div className={styles.buttons}>
            {before && (
              <Button kind="secondary" disabled={judging} onClick={onClose}>
                取消
              </Button>
            )}
            <Button type="submit" busy={judging}>
              保存判断
            </Button>
          </div>
        </>
      )}
    </form>
  )
}
