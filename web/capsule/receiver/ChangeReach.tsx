import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { RECEIVER_CHANGED, type Ways, whyNotWay } from '#contract/receiver.ts'
import { callKey, useSend } from '#web/client/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { focusWrong } from '#web/ui/focusWrong.ts'
import { toast } from '#web/ui/toast.tsx'
import styles from './HandOver.module.css'
import { Reach } from './Reach.tsx'

/** Another way to the same person; the one of before is never shown in full. The page says first that all ends that was handed over before. */
export function ChangeReach({ id: capsule_id, onDone }: { id: string; onDone: () => void }) {
  const client = useQueryClient()
  const [ways, setWays] = useState<Ways>({ tel: '' })
  const [wrong, setWrong] = useState<string>()
  const change = useSend('changeReceiver', {
    fields: ['tel', 'email', 'tell_now'],
    onSuccess: (now) => {
      // At once: an address that has ended must not be handed over any more.
      client.setQueryData(callKey('capsuleReceiver', { capsule_id }), now)
      toast(RECEIVER_CHANGED)
      onDone()
    },
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const why = whyNotWay(ways)
    setWrong(why)
    if (why) return focusWrong(event.currentTarget, { receiver_way: why })
    if (!change.isPending) change.mutate({ capsule_id, ...ways, tell_now: ways.tell_now === 1 ? 1 : 0 })
  }

  return (
    <form className={styles.change} onSubmit={submit} noValidate>
      <Reach
        ways={ways}
        error={wrong ?? change.wrongAt('tel') ?? change.wrongAt('email') ?? change.wrongAt('tell_now')}
        onChange={(ways) => {
          setWays(ways)
          setWrong(undefined)
          change.edited()
        }}
      />
      <p className="muted">保存后，已经印好的卡片、交出去的二维码和链接都会失效。</p>
      <Button type="submit" block busy={change.isPending}>
        保存
      </Button>
    </form>
  )
}
