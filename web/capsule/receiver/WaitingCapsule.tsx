import { CODE } from '#contract/codes.ts'
import { GONE, REFUSED, TAKEN, TO_ONESELF, type Waiting } from '#contract/receiver.ts'
import { REPORTED_SENDER } from '#contract/report.ts'
import { formatChina } from '#contract/time.ts'
import { LINK_GONE } from '#contract/unseal.ts'
import { Nothing } from '#web/capsule/detail/Nothing.tsx'
import { useCall, useSend } from '#web/client/api.ts'
import { confirm } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/Button.tsx'
import { now } from '#web/ui/clock.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { go, useQueryString } from '#web/ui/location.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Answered, Frame } from './Answered.tsx'
import { Facts } from './Facts.tsx'
import { Taken } from './Taken.tsx'
import { useReceive } from './useReceive.tsx'
import styles from './WaitingCapsule.module.css'
import { WaitingDay } from './WaitingDay.tsx'

const WRONG: readonly number[] = [CODE.missing, CODE.badRequest]
const REFUSE = {
  title: '我不想收',
  text: '对方到那天只会知道没有人收下。改了主意，再打开这个链接仍然可以收下。',
  ok: '我不想收',
  danger: true,
}
/** Its sender has left: nobody could send it again. */
const REFUSE_FOR_GOOD = {
  title: '我不想收',
  text: '寄给你的人已经注销账号。不收，这枚胶囊会被永久删除，里面的话谁都看不到了。',
  ok: '永久删除',
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
  if (data?.state === 'refused') return <Declined token={token} capsule={data} again={waiting.refetch} />
  if (data) return <Known capsule={data} />
  return (
    <Frame>
      <Loaded query={waiting} skeleton={<Waits />}>
        {() => undefined}
      </Loaded>
    </Frame>
  )
}

type AskedProps = { token: string; capsule: Waiting; again: () => unknown }

/** Nobody has taken it yet; the answer that is given here stands in place of the question. */
function Asked({ token, capsule, again }: AskedProps) {
  const { taken, busy, take, sheet, onError } = useReceive({ token, codeTo: capsule.code_to, again })
  const refuse = useSend('refuseCapsule', { quiet: true })
  async function decline() {
    if (await confirm(capsule.left ? REFUSE_FOR_GOOD : REFUSE)) refuse.mutate({ token }, { onError })
  }
  if (taken) return <Taken capsule={{ ...capsule, capsule_id: taken }} />
  if (refuse.data && capsule.left) return <Answered text={GONE} />
  if (refuse.data) return <Declined token={token} capsule={capsule} again={again} />
  const isBusy = busy || refuse.isPending
  return (
    <Frame
      footer={
        <div className={styles.buttons}>
          <Button block busy={busy} disabled={isBusy} onClick={take}>
            收进我的胶囊
          </Button>
          <Button kind="quiet" block busy={refuse.isPending} disabled={isBusy} onClick={() => void decline()}>
            我不想收
          </Button>
        </div>
      }
    >
      <Facts capsule={capsule} />
      {sheet}
      {capsule.open_time > formatChina(now()) && <WaitingDay token={token} />}
    </Frame>
  )
}

/** They did not want it, and may think better of it; or want nothing more of this sender. */
function Declined({ token, capsule, again }: AskedProps) {
  const { taken, busy, take, sheet } = useReceive({ token, codeTo: capsule.code_to, again })
  const report = useSend('refuseCapsule', { onSuccess: () => toast(REPORTED_SENDER) })
  if (taken) return <Taken capsule={{ ...capsule, capsule_id: taken }} />
  return (
    <Answered text={REFUSED}>
      <Button kind="secondary" block busy={busy} onClick={take}>
        改主意了，收下
      </Button>
      {capsule.addressed === 1 && !report.data && (
        <Button kind="quiet" block busy={report.isPending} onClick={() => report.mutate({ token, report: 1 })}>
          举报，不再收 TA 寄来的
        </Button>
      )}
      {sheet}
    </Answered>
  )
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
