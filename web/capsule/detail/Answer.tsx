import { PenLine } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Detail } from '#contract/capsule.ts'
import { ANSWER_BACK_MAX_CHARS } from '#contract/limits.ts'
import { whyNotAnswer } from '#contract/receiver.ts'
import { dateText } from '#contract/time.ts'
import { useLeavePrompt } from '#web/client/useLeavePrompt.ts'
import { confirm } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/Field.tsx'
import styles from './Reply.module.css'
import { useAnswer } from './useAnswer.ts'

const SAY = '回信'
const ONCE = {
  title: '寄出这封回信？',
  text: '回信只有一封，寄出后不能修改。对方会收到，只有你们两个人看得到。',
  ok: '寄出',
}
const UNSENT = { text: '回信还没有寄出，确定离开吗？', ok: '离开' }

/** The answer of who received a capsule, as its two people read it. */
export const Answer = ({ answer: { text, written_at, mine } }: { answer: NonNullable<Detail['answer']> }) => (
  <blockquote className={`${styles.reply} ${styles.answer}`} aria-label={mine ? '你的回信' : 'TA 的回信'}>
    <p>{text}</p>
    <footer>
      <span>
        {mine ? '你回于' : 'TA 回于'} {dateText(written_at)}
      </span>
    </footer>
  </blockquote>
)

/** The way to answer, once. */
export function WriteAnswer({ capsuleId }: { capsuleId: string }) {
  const [writing, setWriting] = useState(false)
  if (writing) return <Writing capsuleId={capsuleId} onClose={() => setWriting(false)} />
  return (
    <button type="button" className={styles.say} onClick={() => setWriting(true)}>
      <PenLine size={20} strokeWidth={1.75} aria-hidden="true" />
      {SAY}
    </button>
  )
}

function Writing({ capsuleId, onClose }: { capsuleId: string; onClose: () => void }) {
  const [text, setText] = useState('')
  const [isTried, setIsTried] = useState(false)
  const { send, sending, refused, edited } = useAnswer(capsuleId)
  const words = text.trim()
  const wrong = words || isTried ? whyNotAnswer(words) : undefined
  useLeavePrompt(
    () => words !== '' && !sending,
    () => confirm(UNSENT),
  )

  async function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (whyNotAnswer(words) || sending) return
    if (await confirm(ONCE)) send(words)
  }
  async function close() {
    if (words === '' || (await confirm(UNSENT))) onClose()
  }

  return (
    <form className={styles.writing} onSubmit={(event) => void submit(event)} noValidate>
      <TextArea
        label={SAY}
        placeholder="读完以后，想对 TA 说点什么？"
        rows={6}
        max={ANSWER_BACK_MAX_CHARS}
        count
        autoFocus
        readOnly={sending}
        error={wrong ?? refused}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          edited()
        }}
      />
      <div className={styles.buttons}>
        <Button kind="secondary" onClick={() => void close()}>
          取消
        </Button>
        <Button type="submit" busy={sending}>
          寄出
        </Button>
      </div>
    </form>
  )
}
