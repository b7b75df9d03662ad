import { useId, useState } from 'react'
import type { Input } from '#contract/calls.ts'
import { REPORT_MAX_CHARS } from '#contract/limits.ts'
import { REPORT_REASON, REPORTED, REPORTED_SENDER, type ReportReason, whyNotReport } from '#contract/report.ts'
import { useSend } from '#web/client/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/Field.tsx'
import { go } from '#web/ui/location.ts'
import { Sheet } from '#web/ui/Sheet.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from './ReportSheet.module.css'

type Props = {
  of: Pick<Input<'report'>, 'kind' | 'id'>
  /** A letter that its receiver has not opened: it leaves what they have received, and its sender reaches them no more. */
  unopened?: boolean | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Why, and what else there is to say. */
export function ReportSheet({ of, unopened, open, onOpenChange }: Props) {
  return (
    <Sheet title={of.kind === 'user' ? '举报用户' : '举报这枚胶囊'} open={open} onOpenChange={onOpenChange}>
      <Form of={of} unopened={unopened} onDone={() => onOpenChange(false)} />
    </Sheet>
  )
}

const REASONS = Object.entries(REPORT_REASON).map(([value, name]) => ({ value: Number(value) as ReportReason, name }))

function Form({ of, unopened, onDone }: Pick<Props, 'of' | 'unopened'> & { onDone: () => void }) {
  const [reason, setReason] = useState<ReportReason>()
  const [text, setText] = useState('')
  const send = useSend('report', {
    fields: ['text'],
    onSuccess: () => {
      toast(unopened ? REPORTED_SENDER : REPORTED)
      onDone()
      if (unopened) go('meCapsule', { tab: 'received' }, { replace: true })
    },
  })
  const wrong = whyNotReport(text)

  function submit() {
    if (reason === undefined) toast('请选择举报的原因')
    else if (wrong) toast(wrong)
    else if (!send.isPending) send.mutate({ ...of, reason, text })
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {unopened && <p className="muted">不再收到 TA 寄来的胶囊，这一枚也会离开你的「收到的」</p>}
      <Reasons chosen={reason} onChoose={setReason} />
      <TextArea
        label="说明（选填）"
        rows={3}
        max={REPORT_MAX_CHARS}
        count
        value={text}
        error={wrong ?? send.wrongAt('text')}
        placeholder="哪里不合适"
        onChange={({ target }) => {
          setText(target.value)
          send.edited()
        }}
      />
      <Button kind="primary" block type="submit" busy={send.isPending}>
        提交
      </Button>
    </form>
  )
}

function Reasons({ chosen, onChoose }: { chosen: ReportReason | undefined; onChoose: (reason: ReportReason) => void }) {
  const name = useId()
  return (
    <fieldset className={styles.reasons}>
      <legend className="hidden">原因</legend>
      {REASONS.map((reason) => (
        <label key={reason.value} className={styles.reason}>
          <input
            type="radio"
            name={name}
            className="hidden"
            checked={chosen === reason.value}
            onChange={() => onChoose(reason.value)}
          />
          {reason.name}
        </label>
      ))}
    </fieldset>
  )
}
