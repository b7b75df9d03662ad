import { useId, useState } from 'react'
import { type PlaceCase, VERDICT_NAME, type Verdict, verdictsOf, whyNotNote } from '#contract/cases.ts'
import { CASE_NOTE_MAX_CHARS } from '#contract/limits.ts'
import { DECIDED } from '#contract/review.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/Field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useDeskSend } from './api.ts'
import styles from './Card.module.css'
import { useQuestion } from './useQuestion.tsx'

/** 通过, 下架 or 封禁, with a note; a verdict that takes something away needs a second answer. */
export function CaseDecision({ of }: { of: PlaceCase }) {
  const fieldId = useId()
  const [note, setNote] = useState('')
  const [wrong, setWrong] = useState<string>()
  const { confirm, question } = useQuestion()
  const send = useDeskSend('caseDecide', ({ missing }) => toast(missing > 0 ? SUSPENDED : DECIDED), ['note'])
  const busyWith = send.isPending ? send.variables.decision : undefined
  const names = of.why === 'appeal' ? APPEAL_NAME : VERDICT_NAME

  async function decide(decision: Verdict) {
    const why = whyNotNote(note, decision)
    setWrong(why)
    if (why) return document.getElementById(fieldId)?.focus()
    const asked = {
      title: `${names[decision]}：${of.id}？`,
      text: WHAT_COMES[decision],
      ok: names[decision],
      danger: true,
    }
    if (of.why !== 'appeal' && decision !== 'pass' && !(await confirm(asked))) return
    send.mutate({ case_id: of.id, decision, note: note.trim() })
  }
  return (
    <div className={styles.form}>
      <TextArea
        id={fieldId}
        label="理由"
        placeholder="下架或封禁时必填，会告诉对方"
        rows={3}
        max={CASE_NOTE_MAX_CHARS}
        count
        value={note}
        error={wrong ?? send.wrongAt('note')}
        onChange={({ target }) => {
          setNote(target.value)
          setWrong(undefined)
          send.edited()
        }}
      />
      <div className={styles.verdicts} data-verdicts="">
        {verdictsOf(of).map((decision) => (
          <Button
            key={decision}
            kind={KIND[decision]}
            label={`${names[decision]}：${of.id}`}
            busy={busyWith === decision}
            disabled={busyWith !== undefined && busyWith !== decision}
            onClick={() => void decide(decision)}
          >
            {names[decision]}
          </Button>
        ))}
      </div>
      {question}
    </div>
  )
}

const KIND = { pass: 'primary', down: 'secondary', ban: 'danger' } as const
const APPEAL_NAME = { ...VERDICT_NAME, pass: '撤销原处理', down: '维持原处理' }
const SUSPENDED = '已隐藏，等另一位审核员同意'
const WHAT_COMES: Record<Verdict, string> = {
  pass: '',
  down: '其他人不再看到它，作者会收到消息，可以申诉一次。',
  ban: '需要两位审核员同意。对方和对方的公开胶囊不再被任何人看到；已封存的胶囊照常保存，到期照常打开。',
}
