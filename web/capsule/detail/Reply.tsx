import { PenLine } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Detail } from '#contract/capsule.ts'
import { REPLY_MAX_CHARS } from '#contract/limits.ts'
import { dateText } from '#contract/time.ts'
import { useLeavePrompt } from '#web/client/useLeavePrompt.ts'
import { confirm } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/Field.tsx'
import styles from './Reply.module.css'
import { useReply } from './useReply.ts'

const SAY = '给当时的自己回一句'
const UNSAVED = { text: '这句话还没有保存，确定离开吗？', ok: '离开' }
const TAKE_AWAY = { text: '删除后，这句话将无法找回。', ok: '删除', danger: true }

/** The owner's reply to the person who sealed the capsule: to be written, read and changed; with `onlyLooks` read alone. */
export function Reply({ capsule, onlyLooks }: { capsule: Detail; onlyLooks?: boolean | undefined }) {
  const [writing, setWriting] = useState(false)
  const { reply } = capsule
  if (writing) return <Writing capsule={capsule} onClose={() => setWriting(false)} />
  if (!reply && onlyLooks) return null
  if (!reply)
    return (
      <button type="button" className={styles.say} onClick={() => setWriting(true)}>
        <PenLine size={20} strokeWidth={1.75} aria-hidden="true" />
        {SAY}
      </button>
    )
  return (
    <blockquote className={styles.reply} aria-label="给当时的自己的回复">
      <p>{reply.text}</p>
      <footer>
        <span>回于 {dateText(reply.written_at)}</span>
        {!onlyLooks && (
          <Button kind="quiet" label="修改回复" onClick={() => setWriting(true)}>
            修改
          </Button>
        )}
      </footer>
    </blockquote>
  )
}

function Writing({ capsule, onClose }: { capsule: Detail; onClose: () => void }) {
  const before = capsule.reply?.text ?? ''
  const [text, setText] = useState(before)
  const { save, saving, refused, edited } = useReply(capsule.id, onClose)
  const words = text.trim()
  const wrong = [...words].length > REPLY_MAX_CHARS ? `已超出${REPLY_MAX_CHARS}字上限~` : undefined
  useLeavePrompt(
    () => words !== before && !saving,
    () => confirm(UNSAVED),
  )

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (wrong || saving) return
    if (words === before) return onClose()
    if (words === '' && !(await confirm(TAKE_AWAY))) return
    save(words)
  }

  return (
    <form className={styles.writing} onSubmit={(event) => void submit(event)} noValidate>
      <TextArea
        label={SAY}
        placeholder="想对当时的自己说点什么？"
        rows={4}
        max={REPLY_MAX_CHARS}
        count
        autoFocus
        readOnly={saving}
        error={wrong ?? refused}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          edited()
        }}
      />
      <div className={styles.buttons}>
        <Button kind="secondary" onClick={onClose}>
          取消
        </Button>
        <Button type="submit" busy={saving}>
          保存
        </Button>
      </div>
    </form>
  )
}
