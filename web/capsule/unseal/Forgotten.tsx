import { useState } from 'react'
import { momentText } from '#contract/time.ts'
import { useSend, useUser } from '#web/client/api.ts'
import { askForTel } from '#web/people/profile/askForTel.ts'
import { confirm } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/Button.tsx'
import { byBeijing } from '#web/ui/byBeijing.ts'
import { Card } from '#web/ui/Card.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from './Forgotten.module.css'
import { ProofForm, PURPOSES, type Purpose } from './ProofForm.tsx'

type Props = {
  capsuleId: string
  /** When the questions will be dropped; '' when nobody asked for that. */
  dropAt: string
  /** Too many wrong answers were given. */
  blocked: boolean
  /** Answers are taken again. */
  onReset: () => void
}

/** The ways for an owner who has forgotten the answers, or has used up the tries. */
export function Forgotten({ capsuleId, dropAt, blocked, onReset }: Props) {
  const tel = useUser().data?.user.tel
  const [purpose, setPurpose] = useState<Purpose>('drop')
  const [open, setOpen] = useState(false)

  function ask(wanted: Purpose) {
    if (tel === '') return void askForTel()
    setPurpose(wanted)
    setOpen(tel !== undefined)
  }

  return (
    <div className={styles.ways}>
      {dropAt && <Pending capsuleId={capsuleId} dropAt={dropAt} />}
      {blocked && (
        <Button kind="secondary" onClick={() => ask('reset')}>
          {PURPOSES.reset.button}
        </Button>
      )}
      {!dropAt && (
        <Button kind="quiet" onClick={() => ask('drop')}>
          忘记答案？
        </Button>
      )}
      <Sheet open={open} onOpenChange={setOpen} title={PURPOSES[purpose].title}>
        <ProofForm
          key={purpose}
          capsuleId={capsuleId}
          tel={tel ?? ''}
          purpose={purpose}
          onDone={() => {
            setOpen(false)
            if (purpose === 'reset') onReset()
          }}
        />
      </Sheet>
    </div>
  )
}

/** The questions are on their way out, which the owner can call off. */
function Pending({ capsuleId, dropAt }: { capsuleId: string; dropAt: string }) {
  const keep = useSend('keepQuestions', { onSuccess: () => toast('安全问题已保留') })

  async function askAndKeep() {
    const sure = await confirm({ text: '保留后，解封时仍需回答全部安全问题。', ok: '保留' })
    if (sure) keep.mutate({ capsule_id: capsuleId })
  }

  return (
    <Card small outlined className={`muted ${styles.pending}`}>
      <p>
        安全问题将于 <time dateTime={dropAt.replace(' ', 'T')}>{byBeijing(momentText(dropAt))}</time>{' '}
        去掉，届时无需回答即可解封
      </p>
      <Button kind="secondary" busy={keep.isPending} onClick={() => void askAndKeep()}>
        撤回，保留安全问题
      </Button>
    </Card>
  )
}
