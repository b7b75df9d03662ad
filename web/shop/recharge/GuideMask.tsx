import { Dialog } from '@base-ui/react/dialog'
import { Button } from '#web/ui/Button.tsx'
import { useBackCloses } from '#web/ui/useBackCloses.ts'
import styles from './GuideMask.module.css'

/** Inside WeChat, in place of paying: the way out to a browser, where the menu stands. */
export function GuideMask({ open, onClose }: { open: boolean; onClose: () => void }) {
  useBackCloses(open, onClose)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup className={styles.mask} data-mood="universe">
          <svg className={styles.arrow} width="96" height="96" viewBox="0 0 96 96" fill="none" aria-hidden="true">
            <path d="M12 84C22 48 44 24 82 12M82 12 60 10M82 12 70 31" />
          </svg>
          <Dialog.Title className={styles.text}>点击右上角 ··· 选择在浏览器打开</Dialog.Title>
          <Dialog.Description className={styles.why}>
            微信里不能直接支付，在浏览器里登录后就可以充值了
          </Dialog.Description>
          <Button kind="secondary" onClick={onClose}>
            知道了
          </Button>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
