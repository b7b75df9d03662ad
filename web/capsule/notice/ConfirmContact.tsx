import { BellOff, CircleCheck, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import type { Output } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { CONFIRMED, CONTACT_LINK_WRONG, SOMEBODY, STOPPED } from '#contract/notice.ts'
import { href } from '#contract/pages.ts'
import { toastError, useCall, useSend } from '#web/client/api.ts'
import type { CallError } from '#web/client/transport.ts'
import { confirm } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { LostCapsule } from '#web/ui/drawings/LostCapsule.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { go, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeletons } from '#web/ui/Skeleton.tsx'
import styles from './ConfirmContact.module.css'

const TITLE = '联系方式确认'
const WRONG: readonly number[] = [CODE.missing, CODE.badRequest]
const STOP = {
  title: '不再接收',
  text: '时光胶囊将不再向你发送任何通知，包括这枚胶囊到解封时间的通知。',
  ok: '不再接收',
  danger: true,
}

type GivenAnswer = 'nothing' | 'yes' | 'no'
const ANSWERED: Record<Exclude<GivenAnswer, 'nothing'>, { text: string; Icon: LucideIcon }> = {
  yes: { text: CONFIRMED, Icon: CircleCheck },
  no: { text: STOPPED, Icon: BellOff },
}

/**
 * Where a person named as a contact says whether they want to be told; they learn who named them, and nothing of the capsule.
 */
export function ConfirmContact() {
  const { token = '' } = useQueryString()
  return <Asked key={token} token={token} />
}

function Asked({ token }: { token: string }) {
  const [said, setSaid] = useState<GivenAnswer>('nothing')
  const asker = useCall('contactAsker', { token }, { enabled: token !== '' })
  const yes = useSend('confirmContact', { quiet: true, onSuccess: () => setSaid('yes') })
  const no = useSend('stopContact', { quiet: true, onSuccess: () => setSaid('no') })
  const busy = yes.isPending || no.isPending
  const wrong = !token || [asker, yes, no].some(({ error }) => error && WRONG.includes(error.code))
  if (wrong) return <Wrong />

  const onError = (error: CallError) => WRONG.includes(error.code) || toastError(error)
  async function stop() {
    if (await confirm(STOP)) no.mutate({ token }, { onError })
  }

  return (
    <Page
      title={TITLE}
      mood="universe"
      right={<HomeLink />}
      form
      footer={
        <div className={styles.buttons}>
          {said !== 'yes' && (
            <Button block busy={yes.isPending} disabled={busy} onClick={() => yes.mutate({ token }, { onError })}>
              确认接收
            </Button>
          )}
          {said !== 'no' && (
            <Button kind="secondary" block busy={no.isPending} disabled={busy} onClick={() => void stop()}>
              不再接收
            </Button>
          )}
        </div>
      }
    >
      <div className={styles.centre}>
        <CapsuleIcon colorIndex={0} type={0} size={120} />
        {said === 'nothing' ? <Meaning asker={asker} /> : <Answer key={said} {...ANSWERED[said]} />}
      </div>
    </Page>
  )
}

type Asker = { data?: Output<'contactAsker'>; isPending: boolean }

/** A sender whose name cannot be fetched just now is called `SOMEBODY`. */
function Meaning({ asker: { data, isPending } }: { asker: Asker }) {
  if (isPending) return <Skeletons count={3} height={20} />
  return (
    <>
      <h2 className={styles.title}>{data?.who ?? SOMEBODY}把你设为一枚时光胶囊的联系人</h2>
      <p className={styles.text}>到解封时间我们会通知你，内容不会出现在通知里。</p>
      <p className={styles.text}>不认识对方，或者不想收到？选「不再接收」，你就不会再收到时光胶囊的任何通知。</p>
    </>
  )
}

/** The pressed button is gone: the result takes its place in the order of the keyboard. */
const Answer = ({ text, Icon }: { text: string; Icon: LucideIcon }) => (
  <h2 className={styles.answer} tabIndex={-1} ref={focus}>
    <Icon size={28} strokeWidth={1.75} aria-hidden="true" />
    {text}
  </h2>
)

const focus = (element: HTMLElement | null) => element?.focus()

const Wrong = () => (
  <Page title={TITLE} mood="universe">
    <div className={styles.centre}>
      <Empty
        text={CONTACT_LINK_WRONG}
        drawing={<LostCapsule />}
        action={<Button onClick={() => go('landing', {}, { replace: true })}>返回首页</Button>}
      />
    </div>
  </Page>
)

const HomeLink = () => (
  <a className={styles.home} href={href('landing')}>
    前往首页
  </a>
)
