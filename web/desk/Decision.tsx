import { useId, useState } from 'react'
import { REVIEW_REPLY_MAX_CHARS } from '#contract/limits.ts'
import { type Application, DECIDED, whyNotReply } from '#contract/review.ts'
import { Button } from '#web/ui/Button.tsx'
import dialog from '#web/ui/dialog.module.css'
import { TextArea } from '#web/ui/Field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useDeskSend } from './api.ts'
import styles from './Card.module.css'
import { useQuestion } from './useQuestion.tsx'

/** Yes or no, with a reply, asked once more before it counts: a decision cannot be taken back. */
export function Decision({ application }: { application: Application }) {
  const { id } = application
  const fieldId = useId()
  const [reply, setReply] = useState('')
  const [wrong, setWrong] = useState<string>()
  const { confirm, question } = useQuestion()
  const send = useDeskSend('reviewDecide', () => toast(DECIDED), ['reply'])
  const busyWith = send.isPending ? send.variables.approve : undefined

  async function decide(approve: 0 | 1) {
    const why = whyNotReply(reply, approve)
    setWrong(why)
    if (why) return document.getElementById(fieldId)?.focus()
    if (await confirm(asked(application, approve))) send.mutate({ application_id: id, approve, reply: reply.trim() })
  }

  return (
    <div className={styles.form}>
      <TextArea
        id={fieldId}
        label="给主人的答复"
        placeholder="拒绝时必填"
        rows={3}
        max={REVIEW_REPLY_MAX_CHARS}
        count
        value={reply}
        error={wrong ?? send.wrongAt('reply')}
        onChange={(event) => {
          setReply(event.target.value)
          setWrong(undefined)
          send.edited()
        }}
      />
      <div className={dialog.buttons} data-verdicts="">
        <Button
          kind="secondary"
          label={`拒绝申请 ${id}`}
          busy={busyWith === 0}
          disabled={busyWith === 1}
          onClick={() => void decide(0)}
        >
          拒绝
        </Button>
        <Button label={`同意申请 ${id}`} busy={busyWith === 1} disabled={busyWith === 0} onClick={() => void decide(1)}>
          同意
        </Button>
      </div>
      {question}
    </div>
  )
}

const APPROVAL: Record<number, string> = {
  1: '同意后，主人可以立即解封这枚胶囊，并会收到短信。此操作不能撤回。',
  2: '这枚胶囊不可提前解封：同意后，还需另一位审核员同意，主人才能解封。此操作不能撤回。',
}

const asked = ({ id, missing }: Application, approve: 0 | 1) =>
  approve
    ? { title: `同意申请 ${id}？`, text: APPROVAL[missing] ?? APPROVAL[2]!, ok: '同意' }
    : {
        title: `拒绝申请 ${id}？`,
        text: '拒绝后胶囊继续封存到解封时间，主人会收到短信，并能看到你的答复。此操作不能撤回。',
        ok: '拒绝',
        danger: true,
      }
