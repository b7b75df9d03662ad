import { useState } from 'react'
import { FEEDBACK_SENT, FEEDBACK_TITLE, whyNotFeedback } from '#contract/feedback.ts'
import { FEEDBACK_MAX_CHARS } from '#contract/limits.ts'
import { useSend } from '#web/client/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/Field.tsx'
import { Page } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from './Feedback.module.css'
import { PictureField } from './PictureField.tsx'
import { usePicture } from './usePicture.ts'

/** The page for a message to the operator, with a picture if that says more. */
export function Feedback() {
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string>()
  const picture = usePicture()
  const send = useSend('feedback', {
    fields: ['text'],
    onSuccess: () => {
      setText('')
      picture.drop()
      toast(FEEDBACK_SENT)
    },
  })

  function submit() {
    const why = whyNotFeedback(text)
    setWrong(why)
    if (!why && !send.isPending) send.mutate({ text, key: picture.shown?.key })
  }
  return (
    <Page title={FEEDBACK_TITLE} back form>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextArea
          label="你的意见"
          rows={6}
          max={FEEDBACK_MAX_CHARS}
          count
          value={text}
          error={wrong ?? send.wrongAt('text')}
          placeholder="遇到了什么问题，或者希望我们怎样改进"
          onChange={({ target }) => {
            setText(target.value)
            setWrong(undefined)
            send.edited()
          }}
        />
        <PictureField picture={picture} />
        <Button
          type="submit"
          block
          busy={send.isPending}
          disabled={picture.uploading}
          whyDisabled="图片还在上传，请稍候"
        >
          提交
        </Button>
        <p className="muted">回复会出现在“消息”里。请不要写密码、验证码和身份证号。</p>
      </form>
    </Page>
  )
}
