import { useParams } from '@tanstack/react-router'
import { STATUS } from '#contract/capsule.ts'
import type { LinkInfo } from '#contract/link.ts'
import { LINK_GONE } from '#contract/unseal.ts'
import { HomeLink } from '#web/capsule/detail/DesktopOnly.tsx'
import { NOTHING_HERE, Nothing } from '#web/capsule/detail/Nothing.tsx'
import { UnsealButton } from '#web/capsule/detail/UnsealButton.tsx'
import { toastError, useCall, useSend } from '#web/client/api.ts'
import { keepJwt } from '#web/client/linkJwt.ts'
import { fieldOf } from '#web/client/transport.ts'
import { Button } from '#web/ui/Button.tsx'
import { now } from '#web/ui/clock.ts'
import { LoadFailed } from '#web/ui/LoadFailed.tsx'
import { go, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { beginOpening } from './opening.ts'
import { FORM, Questions, useAnswers } from './Questions.tsx'
import { SealedCapsule } from './SealedCapsule.tsx'
import { ASK_OWNER, TooMany } from './TooMany.tsx'
import styles from './Unseal.module.css'
import { isTooMany, waitText } from './waitText.ts'

/** A capsule by the link that was sent to one of its contacts. It needs no sign-in, and makes none. */
export function UnsealLink() {
  const { unseal_token: asked = '' } = useQueryString()
  const { unseal_token = asked } = useParams({ strict: false })
  return <One key={unseal_token} unseal_token={unseal_token} />
}

function One({ unseal_token }: { unseal_token: string }) {
  const info = useCall('getInfoByToken', { unseal_token }, { anonymous: true, enabled: unseal_token !== '' })
  const { data, error } = info

  if (!unseal_token || (error && NOTHING_HERE.includes(error.code))) return <Nothing text={LINK_GONE} />
  if (data) return <Openable info={data} unseal_token={unseal_token} again={info.refetch} />
  if (!error) return <Waiting />
  const message = isTooMany(error) ? `访问太频繁，${waitText(error) ?? '请稍后再试'}` : error.message
  return (
    <Page title="解封" mood="universe" right={<HomeLink />}>
      <LoadFailed failure={{ message, requestId: error.requestId }} busy={info.isFetching} onRetry={info.refetch} />
    </Page>
  )
}

type Props = { info: LinkInfo; unseal_token: string; again: () => unknown }

function Openable({ info: { capsule, questions }, unseal_token, again }: Props) {
  const isOpen = capsule.status === STATUS.unsealed
  const send = useSend('unsealByToken', {
    anonymous: true,
    quiet: true,
    onSuccess: ({ jwt, capsule_id }) => {
      keepJwt(capsule_id, jwt)
      beginOpening(capsule_id, capsule, !isOpen)
      go('capsuleDetail', { id: capsule_id, isOther: '1' }, { replace: true })
    },
  })
  const answers = useAnswers(questions, () => isTooMany(send.error) || send.reset())

  function submit() {
    const key_answer = answers.all()
    if (!key_answer || send.isPending) return
    send.mutate(
      { unseal_token, key_answer },
      {
        onError: (error) => {
          if (isTooMany(error)) return
          if (fieldOf(error) !== 'key_answer') toastError(error)
          // Renewed meanwhile, or its questions are gone: look at it again.
          void again()
        },
      },
    )
  }

  return (
    <SealedCapsule
      capsule={capsule}
      from={capsule.nickname}
      action={
        capsule.held ? (
          <UnsealButton card={capsule} now={now()} />
        ) : (
          <Button block busy={send.isPending} type="submit" form={FORM}>
            {isOpen ? '打开胶囊' : '点击解封'}
          </Button>
        )
      }
    >
      <Questions
        questions={capsule.held ? [] : questions}
        answers={answers}
        wrong={send.wrongAt('key_answer')}
        onSubmit={submit}
      />
      {isTooMany(send.error) && <TooMany error={send.error} whenUsedUp={ASK_OWNER} />}
    </SealedCapsule>
  )
}

const Waiting = () => (
  <Page title="解封" mood="universe">
    <div className={styles.sealed} role="status" aria-label="加载中..." aria-busy="true">
      <Skeleton width={112} height={148} />
      <Skeleton width={200} height={28} />
      <Skeleton width={240} height={18} />
    </div>
  </Page>
)
