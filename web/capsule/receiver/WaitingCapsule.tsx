import { useEffect, useEffectEvent } from 'react'
import { CODE } from '#contract/codes.ts'
import { addressOf } from '#contract/pages.ts'
import { REFUSED, TAKEN, TO_ONESELF, type Waiting } from '#contract/receiver.ts'
import { LINK_GONE } from '#contract/unseal.ts'
import { Nothing } from '#web/capsule/detail/Nothing.tsx'
import { toastError, useCall, useSend } from '#web/client/api.ts'
import { rememberRoute, useSignedIn } from '#web/client/session.ts'
import type { CallError } from '#web/client/transport.ts'
import { confirm } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { go, useQueryString } from '#web/ui/location.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Answered, Frame } from './Answered.tsx'
import { Facts } from './Facts.tsx'
import { Taken } from './Taken.tsx'
import styles from './WaitingCapsule.module.css'
import { takeWish, wishToReceive } from './wish.ts'

const WRONG: readonly number[] = [CODE.missing, CODE.badRequest]
const REFUSE = {
  title: '我不想收',
  text: '对方到那天只会知道没有人收下。改了主意，再打开这个链接仍然可以收下。',
  ok: '我不想收',
  danger: true,
}

/** Where a capsule waits for the person it is for: from whom and until when, and whether they want it. It asks for no sign-in. */
export function WaitingCapsule() {
  const { token = '' } = useQueryString()
  return <One key={token} token={token} />
}

function One({ token }: { token: string }) {
  const waiting = useCall('waitingCapsule', { token }, { enabled: token !== '' })
  const { data, error } = waiting
  if (!token || (error && WRONG.includes(error.code))) return <Nothing text={LINK_GONE} />
  if (data?.state === 'waiting') return <Asked token={token} capsule={data} again={waiting.refetch} />
  if (data?.state === 'refused') return <Declined token={token} again={waiting.refetch} />
  if (data) return <Known capsule={data} />
  return (
    <Frame>
      <Loaded query={waiting} skeleton={<Waits />}>
        {() => undefined}
      </Loaded>
    </Frame>
  )
}

type AnswerProps = { token: string; again: () => unknown }
type AskedProps = AnswerProps & { capsule: Waiting }

/** Nobody has taken it yet; the answer that is given here stands in place of the question. */
function Asked({ token, capsule, again }: AskedProps) {
  const { receive, take, onError } = useReceive({ token, again })
  const refuse = useSend('refuseCapsule', { quiet: true })
  async function decline() {
    if (await confirm(REFUSE)) refuse.mutate({ token }, { onError })
  }
  if (receive.data) return <Taken capsule={{ ...capsule, capsule_id: receive.data.capsule_id }} />
  if (refuse.data) return <Declined token={token} again={again} />
  const busy = receive.isPending || refuse.isPending
  return (
    <Frame
      footer={
        <div className={styles.buttons}>
          <Button block busy={receive.isPending} disabled={busy} onClick={take}>
            收进我的胶囊
          </Button>
          <Button kind="quiet" block busy={refuse.isPending} disabled={busy} onClick={() => void decline()}>
            我不想收
          </Button>
        </div>
      }
    >
      <Facts capsule={capsule} />
    </Frame>
  )
}

/** They did not want it, and may think better of it. */
function Declined({ token, again }: AnswerProps) {
  const { receive, take } = useReceive({ token, again })
  return (
    <Answered text={REFUSED}>
      <Button kind="secondary" block busy={receive.isPending} onClick={take}>
        改主意了，收下
      </Button>
    </Answered>
  )
}

/** Takes it, once somebody is signed in: a tap before that goes on after the sign-in. */
function useReceive({ token, again }: AnswerProps) {
  const signedIn = useSignedIn()
  const receive = useSend('receiveCapsule', { quiet: true })

  /** Somebody else may have been quicker, or the link has ended: it is looked at again. */
  function onError(error: CallError) {
    toastError(error)
    void again()
  }
  function take() {
    if (signedIn) return receive.mutate({ token }, { onError })
    wishToReceive(token)
    rememberRoute(addressOf('waiting', { token }))
    go('login')
  }
  const resume = useEffectEvent(() => signedIn && takeWish(token) && take())
  useEffect(() => void resume(), [])
  return { receive, take, onError }
}

/** A capsule that somebody has, or sealed. */
function Known({ capsule }: { capsule: Waiting }) {
  const { state, capsule_id: id } = capsule
  if (state === 'yours') return <Taken capsule={capsule} />
  if (state !== 'own') return <Answered text={TAKEN} />
  return (
    <Answered text={TO_ONESELF}>
      <Button block onClick={() => go('handOver', { id })}>
        查看它的链接和二维码
      </Button>
      <Button kind="secondary" block onClick={() => go('capsuleDetail', { id, isOther: '0' })}>
        去看看这枚胶囊
      </Button>
    </Answered>
  )
}

const Waits = () => (
  <div className={styles.centre} role="status" aria-label="加载中..." aria-busy="true">
    <Skeleton width={112} height={148} />
    <Skeleton width={200} height={28} />
    <Skeleton width={240} height={18} />
  </div>
)
