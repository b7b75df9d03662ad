import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { GIFT_CLAIMED, KIND_NAME, KINDS, WELCOME_GIFT } from '#contract/wallet.ts'
import { useSend } from '#web/client/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import dialog from '#web/ui/dialog.module.css'
import { toast } from '#web/ui/toast.tsx'
import { useBackCloses } from '#web/ui/useBackCloses.ts'
import styles from './WelcomeGift.module.css'

/** The gift that everybody is given once. One colour for each kind in the parcel: violet, mint, amber. */
export function WelcomeGift({ open, onClose }: { open: boolean; onClose: () => void }) {
  useBackCloses(open, onClose)
  const action = useRef<HTMLDivElement>(null)
  const claim = useSend('claimGift', {
    onSuccess: () => {
      toast(GIFT_CLAIMED)
      onClose()
    },
  })
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup
          className={`${dialog.card} ${styles.card}`}
          initialFocus={() => action.current?.querySelector('button') ?? true}
        >
          <Dialog.Close className={styles.close} aria-label="关闭">
            <X size={22} strokeWidth={1.75} aria-hidden="true" />
          </Dialog.Close>
          <Dialog.Title className={styles.title}>新人礼包</Dialog.Title>
          <Dialog.Description className="muted">欢迎来到时光胶囊，这些胶囊送给你</Dialog.Description>
          <ul className={styles.gifts}>
            {KINDS.map((kind, index) => (
              <li key={kind}>
                <CapsuleIcon colorIndex={index} type={index} size={64} />
                <span>{KIND_NAME[kind]}</span>
                <b>×{WELCOME_GIFT[kind]}</b>
              </li>
            ))}
          </ul>
          <div ref={action}>
            <Button block busy={claim.isPending} onClick={() => claim.mutate({})}>
              立即领取
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
