import { type FormEvent, useState } from 'react'
import type { Detail } from '#contract/capsule.ts'
import { CODE } from '#contract/codes.ts'
import { UNSEAL_REASON_MAX_CHARS } from '#contract/limits.ts'
import { spanText } from '#contract/time.ts'
import { REQUESTED, REVIEW_PROMISE, whyNotReason } from '#contract/unseal.ts'
import { DeblockingResult } from '#web/capsule/detail/DeblockingResult.tsx'
import { toastError, useSend, useUser } from '#web/client/api.ts'
import { type CallError, fieldOf } from '#web/client/transport.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/Field.tsx'
import { focusWrong } from '#web/ui/focusWrong.ts'
import { back, go, here, leaveAfterToast } from '#web/ui/location.ts'
import { toast } from '#web/ui/toast.tsx'
import styles from './Deblocking.module.css'
import { Frame } from './DeblockingFrame.tsx'

const FORM = 'deblocking'
const LOCKED = '这枚胶囊封存时选择了不可提前解封，只在真正紧急时受理，需两位审核员同意。'
const TEL_FIRST = '审核结果以短信回复，请先绑定手机号'

type Props = { capsule: Detail; locked: boolean; request: ReturnType<typeof useRequest>; onRefused: () => void }

/** The reason for an early unsealing; what an earlier one was answered stands above. */
export function DeblockingForm({ capsule, locked, request, onRefused }: Props) {
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string>()
  const needsTel = useUser().data?.user.tel === ''
  const busy = request.isPending || request.isSuccess

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const why = whyNotReason(reason)
    setWrong(why)
    if (why) return focusWrong(event.currentTarget, { reason: why })
    if (!busy) request.mutate({ capsule_id: capsule.id, reason: reason.trim() }, { onError })
  }
  function onError(error: CallError) {
    if (error.code === CODE.tooManyTries || fieldOf(error) === 'reason') return
    toastError(error)
    // Opened, due or requested elsewhere meanwhile.
    onRefused()
  }

  const way = needsTel ? (
    <Button block onClick={() => go('bindTel')}>
      去绑定手机号
    </Button>
  ) : (
    <Button block type="submit" form={FORM} busy={busy}>
      提交解封申请
    </Button>
  )

  return (
    <Frame name={capsule.long_tag} footer={way}>
      <DeblockingResult application={capsule.application} />
      {locked && <p className={styles.note}>{LOCKED}</p>}
      {needsTel && <p className={styles.note}>{TEL_FIRST}</p>}
      <form id={FORM} onSubmit={submit} noValidate hidden={needsTel}>
        <TextArea
          label="解封理由"
          name="reason"
          placeholder="请填写解封理由"
          rows={7}
          max={UNSEAL_REASON_MAX_CHARS}
          count
          value={reason}
          error={wrong ?? request.wrongAt('reason')}
          onChange={(event) => {
            setReason(event.target.value)
            setWrong(undefined)
            request.edited()
          }}
        />
      </form>
      <TooOften error={request.error} />
      <p className="muted">{REVIEW_PROMISE}</p>
    </Frame>
  )
}

export function useRequest() {
  return useSend('unlockRequest', {
    quiet: true,
    onSuccess: () => {
      toast(REQUESTED)
      leaveAfterToast(here(), back)
    },
  })
}

/** Too many applications for one capsule: said where it stays, with the time to wait. */
function TooOften({ error }: { error: CallError | null }) {
  if (error?.code !== CODE.tooManyTries) return undefined
  const { retry_after = 0 } = (error.data ?? {}) as { retry_after?: number }
  return (
    <p className={styles.error} role="alert">
      {error.message}
      {retry_after > 0 && `，${spanText(0, retry_after * 1000)}后可以再次申请`}
    </p>
  )
}
