import type { Detail } from '#contract/capsule.ts'
import { formatChina } from '#contract/time.ts'
import { UNSEALED, UNSEALING, unsealState } from '#contract/unseal.ts'
import { TimeLeft } from '#web/capsule/detail/TimeLeft.tsx'
import { UnsealButton } from '#web/capsule/detail/UnsealButton.tsx'
import { toastError, useCall, useSend } from '#web/client/api.ts'
import { fieldOf } from '#web/client/transport.ts'
import { authorName } from '#web/people/account/authorName.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useNow } from '#web/ui/useNow.ts'
import { Forgotten } from './Forgotten.tsx'
import { FORM, Questions, useAnswers } from './Questions.tsx'
import { SealedCapsule } from './SealedCapsule.tsx'
import { ASK_OWNER, TooMany } from './TooMany.tsx'
import { isTooMany } from './waitText.ts'

type Props = { capsule: Detail; onOpened: () => void }

/** One's own capsule, or one that was received, before it is opened: the time left, and when that is over its questions. */
export function Lock({ capsule, onOpened }: Props) {
  const now = useNow(1_000)
  const state = unsealState(capsule, formatChina(now))
  if (UNSEALING[state].button?.leads === 'unseal') return <Openable capsule={capsule} onOpened={onOpened} />
  return (
    <SealedCapsule capsule={capsule} from={senderOf(capsule)} back action={<UnsealButton card={capsule} now={now} />}>
      {state !== 'held' && <TimeLeft moment={capsule.open_time} now={now} />}
    </SealedCapsule>
  )
}

/** Whose capsule it is, for the person who received it. */
const senderOf = ({ received_as, user }: Detail) => (received_as === undefined ? undefined : authorName(user))

function Openable({ capsule, onOpened }: Props) {
  const { id: capsule_id } = capsule
  const isMine = capsule.received_as === undefined
  const asked = useCall('capsuleQlist', { capsule_id })
  const detail = useCall('capsuleDetail', { capsule_id })
  const questions = asked.data?.questions ?? []
  const send = useSend('unseal', {
    onSuccess: () => {
      toast(UNSEALED)
      onOpened()
    },
    quiet: true,
  })
  const tooMany = isTooMany(send.error) ? send.error : undefined
  const answers = useAnswers(questions, () => tooMany ?? send.reset())

  function submit() {
    if (send.isPending || !asked.data) return
    const key_answer = answers.all()
    if (!key_answer) return
    send.mutate(
      { capsule_id, key_answer },
      {
        onError: (error) => {
          if (!isTooMany(error) && fieldOf(error) !== 'key_answer') toastError(error)
          // Opened elsewhere meanwhile, or not due by the server's clock: look at it again.
          void detail.refetch()
        },
      },
    )
  }

  return (
    <SealedCapsule
      capsule={capsule}
      from={senderOf(capsule)}
      back
      action={
        <Button block busy={send.isPending || asked.isPending} type="submit" form={FORM}>
          点击解封
        </Button>
      }
    >
      {asked.error && (
        <Button kind="secondary" busy={asked.isFetching} onClick={() => void asked.refetch()}>
          重试
        </Button>
      )}
      <Questions questions={questions} answers={answers} wrong={send.wrongAt('key_answer')} onSubmit={submit} />
      {tooMany && <TooMany error={tooMany} whenUsedUp={isMine ? '请用短信验证码恢复' : ASK_OWNER} />}
      {isMine && questions.length > 0 && asked.data && (
        <Forgotten
          capsuleId={capsule_id}
          dropAt={asked.data.drop_at}
          blocked={tooMany !== undefined}
          onReset={send.reset}
        />
      )}
    </SealedCapsule>
  )
}
