import { Share2 } from 'lucide-react'
import { nativePlatform } from '#web/client/native.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { toast } from '#web/ui/toast.tsx'
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
      {navigator.canShare?.({ files: [file] }) && (
        <Button kind="secondary" block onClick={() => void handOver(file)}>
          <Share2 size={20} strokeWidth={1.75} aria-hidden="true" />
          发给朋友
        </Button>
      )}
    </div>
  )
}

/** Where neither button is offered, as in some applications' own browsers, a long press is the way that is left. */
export const LongPress = () => <p className={`muted ${styles.longPress}`}>也可以长按图片保存</p>

/** A person who cancels the sharing needs no message. */
const handOver = (file: File): Promise<void> =>
  navigator.share({ files: [file] }).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'AbortError')) toast('分享失败，请保存图片后发送')
  })
