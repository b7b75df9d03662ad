import { Dialog } from '@base-ui/react/dialog'
import { type FormEvent, useState } from 'react'
import { TEXT } from '#contract/codes.ts'
import { REMARK_MAX_CHARS } from '#contract/limits.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from '#web/ui/dialog.module.css'
import { TextArea } from '#web/ui/Field.tsx'
import { useBackCloses } from '#web/ui/useBackCloses.ts'

const TOO_LONG = `备注已超出${REMARK_MAX_CHARS}字上限`

type Props = { name: string; comment: string; onSave: (comment: string) => void; onGone: () => void }

/** The popup in which a file gets its remark. */
export function RemarkDialog({ name, comment, onSave, onGone }: Props) {
  const [open, setOpen] = useState(true)
  useBackCloses(open, () => setOpen(false))
  const [text, setText] = useState(comment)
  const [tried, setTried] = useState(false)
  // The contract counts as JavaScript does.
  const tooLong = text.trim().length > REMARK_MAX_CHARS

  // An empty text removes the earlier remark; without an earlier one there is nothing to save.
  const empty = text.trim() === '' && comment === ''
  const wrong = tooLong ? TOO_LONG : tried && empty ? TEXT.fillIn : undefined

  function save(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (tooLong || empty) return
    onSave(text.trim())
    setOpen(false)
  }

  return (
    <Dialog.Root open={open} onOpenChange={setOpen} onOpenChangeComplete={(now) => !now && onGone()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.card}>
          <Dialog.Title className={styles.title}>添加备注文字</Dialog.Title>
          <form className={styles.form} onSubmit={save} noValidate>
            <TextArea
              label={`「${name}」的备注`}
              hideLabel
              placeholder="请输入备注文字"
              rows={4}
              max={REMARK_MAX_CHARS}
              count
              value={text}
              error={wrong}
              onChange={(event) => setText(event.target.value)}
            />
            <div className={styles.buttons}>
              <Button kind="secondary" onClick={() => setOpen(false)}>
                取消
              </Button>
              <Button type="submit">保存</Button>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
