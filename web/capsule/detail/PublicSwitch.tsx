import { useState } from 'react'
import type { Output } from '#contract/calls.ts'
import { STATUS, TYPE } from '#contract/capsule.ts'
import { whyNotInPublic } from '#contract/profile.ts'
import { NOT_ALLOWED_YET } from '#contract/receiver.ts'
import { TAKEN_DOWN, WAITS_FOR_LOOK } from '#contract/report.ts'
import { goesWholeText } from '#web/capsule/media/goesWhole.ts'
import { useSend, useUser } from '#web/client/api.ts'
import { useChangeDetail } from '#web/client/useDetail.ts'
import { askForTel } from '#web/people/profile/askForTel.ts'
import { Switch } from '#web/ui/Switch.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from './OpenCapsule.module.css'
import { PublicSheet } from './PublicSheet.tsx'

type Shown = Output<'capsuleDetail'>

/** The owner's switch of an unsealed time capsule. */
export function PublicSwitch({ shown }: { shown: Shown }) {
  const { capsule, is_mine } = shown
  if (!is_mine || capsule.type !== TYPE.time || capsule.status !== STATUS.unsealed) return undefined
  return <OwnerSwitch capsule={capsule} />
}

const HINTS = { '': undefined, waiting: WAITS_FOR_LOOK, down: TAKEN_DOWN } as const

const UNDO_MS = 5_000

/**
 * Shows the wish at once and goes back when the server refuses. Going public needs a telephone number and a second tap; going
 * back to private takes one tap.
 */
function OwnerSwitch({ capsule }: { capsule: Shown['capsule'] }) {
  const changeShown = useChangeDetail(capsule.id)
  const [asks, setAsks] = useState(false)
  const whole = goesWholeText(capsule.capsule_content?.content ?? [])
  const user = useUser().data?.user
  const isForTwo = capsule.to !== undefined && capsule.allowed !== 1
  const send = useSend('capsuleIsPublic', {
    onSuccess: (published) => {
      changeShown(published)
      if (published.is_public === 1) say(published.review ? WAITS_FOR_LOOK : '已公开')
    },
  })
  const wished = send.isPending ? send.variables.is_public : capsule.is_public

  const takeBack = () => send.mutate({ capsule_id: capsule.id, is_public: 0 })
  const say = (text: string) => toast(text, { ms: UNDO_MS, action: { label: '撤销', act: takeBack } })

  function change(open: boolean) {
    if (!open) return takeBack()
    if (user && whyNotInPublic(user)) return void askForTel()
    setAsks(true)
  }

  function publish() {
    setAsks(false)
    send.mutate({ capsule_id: capsule.id, is_public: 1, ...(whole && { told: 1 }) })
  }

  return (
    <div className={styles.public}>
      <Switch
        label="胶囊内容对他人开放"
        hint={isForTwo ? NOT_ALLOWED_YET : (HINTS[capsule.review] ?? whole)}
        checked={wished === 1}
        disabled={isForTwo || capsule.review === 'down'}
        onChange={change}
      />
      <PublicSheet open={asks} onOpenChange={setAsks} whole={whole} onPublish={publish} />
    </div>
  )
}
