import { useId, useState } from 'react'
import { FEEDBACK_TITLE, type FeedbackRow, whyNotAnswer } from '#contract/feedback.ts'
import { FEEDBACK_ANSWER_MAX_CHARS } from '#contract/limits.ts'
import { DECIDED } from '#contract/review.ts'
import { momentText } from '#contract/time.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TextArea } from '#web/ui/Field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useDeskSend } from './api.ts'
import styles from './Card.module.css'
import { Waited } from './Waited.tsx'

/** A person's feedback, and the answer that they find in their inbox. */
export function FeedbackCard({ feedback }: { feedback: FeedbackRow }) {
  const { id, user, text, picture, created_at } = feedback
  return (
    <Card as="article" className={styles.card} aria-labelledby={`feedback-${id}`}>
      <div className={styles.about}>
        <div className={styles.head}>
          <h2 id={`feedback-${id}`} className={styles.title}>{`${FEEDBACK_TITLE} ${id}`}</h2>
          <span className={styles.label}>{`${user.nickname} ${momentText(created_at)}`}</span>
          <Waited since={created_at} />
        </div>
        <p className={styles.reason}>{text}</p>
        {picture && <img className={styles.picture} src={picture} alt="附上的图片" />}
      </div>
      <div className={styles.side}>
        <Answer id={id} />
      </div>
    </Card>
  )
}

function Answer({ id }: { id: string }) {
  const fieldId = useId()
  const [answer, setAnswer] = useState('')
  const [wrong, setWrong] = useState<string>()
  const send = useDeskSend('feedbackAnswer', () => toast(DECIDED), ['answer'])

  function submit() {
    const why = whyNotAnswer(answer)
    setWrong(why)
    if (why) return document.getElementById(fieldId)?.focus()
    send.mutate({ feedback_id: id, answer: answer.trim() })
  }
  return (
    <div className={styles.form}>
      <TextArea
        id={fieldId}
        label="回复"
        placeholder="会出现在对方的消息里"
        rows={3}
        max={FEEDBACK_ANSWER_MAX_CHARS}
        count
        value={answer}
        error={wrong ?? send.wrongAt('answer')}
        onChange={({ target }) => {
          setAnswer(target.value)
          setWrong(undefined)
          send.edited()
        }}
      />
      <Button label={`回复：${id}`} busy={send.isPending} onClick={submit}>
        回复
      </Button>
    </div>
  )
}
