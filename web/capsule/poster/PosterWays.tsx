import { Share2 } from 'lucide-react'
import { nativePlatform } from '#web/client/native.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { canShareFile, shareFile } from '#web/ui/shareFile.ts'
import styles from './PosterWays.module.css'
import type { Drawn } from './useDrawn.ts'

/** By the person's own hand: kept on the device, or given to its own sharing. */
export function PosterWays({ drawn: { file, src } }: { drawn: Drawn }) {
  return (
    <div className={styles.ways}>
      {/* Our shells take no downloads; there it is kept by a long press, or by sharing. */}
      {!nativePlatform() && (
        <ButtonLink to={src} download={file.name} block>
          保存图片
        </ButtonLink>
      )}
      {canShareFile(file) && (
        <Button kind="secondary" block onClick={() => void shareFile(file, '分享失败，请保存图片后发送')}>
          <Share2 size={20} strokeWidth={1.75} aria-hidden="true" />
          发给朋友
        </Button>
      )}
    </div>
  )
}

/** Where neither button is offered, as in some applications' own browsers, a long press is the way that is left. */
export const LongPress = () => <p className={`muted ${styles.longPress}`}>也可以长按图片保存</p>
