import { lazy } from 'react'
import { CODE } from '#contract/codes.ts'
import { GIFT_GIVEN, type Gift } from '#contract/gift.ts'
import { toastError, useSend, useUser } from '#web/client/api.ts'
import { type CallError, NO_ANSWER } from '#web/client/transport.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { Skeletons } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from './GiftPicker.module.css'

const Amounts = lazy(() => import('./Amounts.tsx').then((loaded) => ({ default: loaded.Amounts })))

/** Failures are silent (specification 8); a refusal of the server is told, since the giver can do something about it. */
const SILENT: readonly number[] = [NO_ANSWER, CODE.fault]

type Props = {
  to: { id: string; nickname: string }
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Picks capsules to give. Its React key must be the receiver's id: a gift without an answer is sent again as the same gift. */
export function GiftPicker({ to, open, onOpenChange }: Props) {
  const user = useUser()
  const send = useSend('giveGift', { quiet: true, onSuccess: () => toast(GIFT_GIVEN) })
  const refused = (error: CallError) => {
    if (!SILENT.includes(error.code)) toastError(error)
    void user.refetch()
  }
  const give = (gift: Gift) =>
    send.mutate({ user_id: to.id, gift }, { onError: refused, onSettled: () => onOpenChange(false) })

  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="选择要赠送的胶囊">
      <p className={`muted ${styles.to}`}>送给 {to.nickname}</p>
      <Loaded query={user} skeleton={<Skeletons count={3} height={64} />} compact>
        {(data) => <Amounts held={data.user} busy={send.isPending} onGive={give} />}
      </Loaded>
    </Sheet>
  )
}
