import { useEffect, useState } from 'react'
import { TOAST_THEN_BACK_MS, UNSEAL_REASON_MAX_CHARS } from '#contract/limits.ts'
import { REQUESTED, REVIEW_PROMISE, whyNotReason } from '#contract/unseal.ts'
import { useSend } from '#web/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/Field.tsx'
import { back, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from './Deblocking.module.css'

/** The application for an early unsealing, with its reason. */
export function Deblocking() {
  const { id = '', name = '' } = useQueryString()
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string>()
  const send = useSend('unlockRequest', {
    invalidates: ['myClosedCapsules', 'capsuleDetail'],
    onSuccess: () => toast(REQUESTED),
  })
  const sent = send.isSuccess

  useEffect(() => {
    if (!sent) return
    const timer = setTimeout(back, TOAST_THEN_BACK_MS)
    return () => clearTimeout(timer)
  }, [sent])

  function submit() {
    const why = whyNotReason(reason)
    setWrong(why)
    if (!why) send.mutate({ capsule_id: id, reason: reason.trim() })
  }

  return (
    <Page
      title="提前解封"
      back
      footer={
        <Button block busy={send.isPending || sent} onClick={submit}>
          提交解封申请
        </Button>
      }
    >
      <div className={styles.page}>
        <p className={styles.name}>
          <span>胶囊名称</span>
          <b>{name}</b>
        </p>
        <TextArea
          label="解封理由"
          placeholder="请填写解封理由"
          rows={7}
          max={UNSEAL_REASON_MAX_CHARS}
          count
          value={reason}
          error={wrong}
          onChange={(event) => {
            setReason(event.target.value)
            setWrong(undefined)
          }}
        />
        <p className={styles.promise}>{REVIEW_PROMISE}</p>
      </div>
    </Page>
  )
}
