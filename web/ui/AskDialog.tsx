import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog } from '@base-ui/react/dialog'
import { type FormEvent, useRef, useState } from 'react'
import { TEXT } from '#contract/codes.ts'
import { DOUBLE_TAP_GUARD_MS } from '#contract/limits.ts'
import type { AskOptions, ConfirmOptions, Request } from './ask.tsx'
import { Button } from './Button.tsx'
import styles from './dialog.module.css'
import { TextField } from './Field.tsx'
import { useBackCloses } from './useBackCloses.ts'

/** Shows one question and stays until it has faded out. */
export function AskDialog({ request, onGone }: { request: Request; onGone: () => void }) {
  return request.kind === 'confirm' ? (
    <Confirm options={request.options} answer={request.answer} onGone={onGone} />
  ) : (
    <Ask options={request.options} answer={request.answer} onGone={onGone} />
  )
}

type Parts<Options, Answer> = { options: Options; answer: (value: Answer) => void; onGone: () => void }

function Confirm({ options, answer, onGone }: Parts<ConfirmOptions, boolean>) {
  const { title = '提示', text, ok = '确定', cancel = '取消', danger } = options
  const [open, close] = useAnswer(answer)
  useBackCloses(open, () => close(false))
  const buttons = useRef<HTMLDivElement>(null)
  const first = () => buttons.current?.querySelectorAll('button')[danger ? 0 : 1] ?? true
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next) => !next && close(false)}
      onOpenChangeComplete={(now) => !now && onGone()}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} />
        <AlertDialog.Popup className={styles.card} initialFocus={first}>
          <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
          <AlertDialog.Description className={styles.text}>{withWholeNames(text)}</AlertDialog.Description>
          <div className={styles.buttons} ref={buttons}>
            <Button kind="secondary" onClick={() => close(false)}>
              {cancel}
            </Button>
            <Button kind={danger ? 'danger' : 'primary'} onClick={() => close(true)}>
              {ok}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

/** The name of a document is never broken in two. */
const withWholeNames = (text: string) =>
  text.split(/(《[^》]*》)/).map((part) =>
    part.startsWith('《') ? (
      <span key={part} className={styles.whole}>
        {part}
      </span>
    ) : (
      part
    ),
  )

const whyEmpty = (value: string) => (value.trim() === '' ? TEXT.fillIn : undefined)

function Ask({ options, answer, onGone }: Parts<AskOptions, string | undefined>) {
  const { title, placeholder, ok = '确定', cancel = '取消', initial = '', max, whyNot, wrong } = options
  const [open, close] = useAnswer(answer)
  useBackCloses(open, () => close(undefined))
  const [value, setValue] = useState(initial)
  const [error, setError] = useState(wrong)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const reason = whyNot ? whyNot(value) : whyEmpty(value)
    if (reason) setError(reason)
    else close(value)
  }
  const change = (next: string) => {
    setValue(next)
    setError(undefined)
  }
  const [shownAt] = useState(() => performance.now())
  // The second tap of a double tap that opened the dialog falls beside it.
  const tooSoon = () => performance.now() - shownAt < DOUBLE_TAP_GUARD_MS
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next, { reason }) => !next && !(reason === 'outside-press' && tooSoon()) && close(undefined)}
      onOpenChangeComplete={(now) => !now && onGone()}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.card}>
          <Dialog.Title className={styles.title}>{title}</Dialog.Title>
          <form className={styles.form} onSubmit={submit} noValidate>
            <TextField
              label={placeholder}
              hideLabel
              placeholder={placeholder}
              value={value}
              onChange={(event) => change(event.target.value)}
              error={error}
              hint={max ? `${[...value].length}/${max}` : undefined}
              autoComplete="off"
              enterKeyHint="done"
            />
            <div className={styles.buttons}>
              <Button kind="secondary" onClick={() => close(undefined)}>
                {cancel}
              </Button>
              <Button type="submit">{ok}</Button>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Open until the first answer, which is the only one given. */
function useAnswer<T>(answer: (value: T) => void): [boolean, (value: T) => void] {
  const [open, setOpen] = useState(true)
  const given = useRef(false)
  const close = (value: T) => {
    if (given.current) return
    given.current = true
    setOpen(false)
    answer(value)
  }
  return [open, close]
}
