import { Copy, Share2 } from 'lucide-react'
import { useRef } from 'react'
import { sharedPath } from '#contract/share.ts'
import { confirm } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { shareLink } from '#web/ui/shareLink.ts'
import { toast } from '#web/ui/toast.tsx'
import styles from './ShareSheet.module.css'
import { type Sharing, useShare } from './useShare.ts'

const STOP = { text: '停止分享后，发出去的链接都会失效。', ok: '停止分享', danger: true }

type Props = { capsule: Sharing; open: boolean; onOpenChange: (open: boolean) => void }

/** A link with which anybody sees this capsule, and the button that ends it. */
export function ShareSheet({ capsule, open, onOpenChange }: Props) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="分享胶囊">
      <Sharer capsule={capsule} onStopped={() => onOpenChange(false)} />
    </Sheet>
  )
}

function Sharer({ capsule, onStopped }: { capsule: Sharing; onStopped: () => void }) {
  const { token, whole, isOut, share, sharing, stop, stopping } = useShare(capsule, onStopped)

  async function askAndStop() {
    if (await confirm(STOP)) stop()
  }

  return (
    <div className={styles.share}>
      <p className="muted">拿到链接的人都可以看到里面的内容。你写给自己的寄语和回复不会出现。</p>
      {whole && <p className="muted">{whole}</p>}
      {token && <Link title={capsule.long_tag} url={linkTo(token)} />}
      {!token && isOut && sharing && <Skeleton height={52} />}
      {!token && !(isOut && sharing) && (
        <Button block busy={sharing} onClick={share}>
          {isOut ? '重试' : '生成分享链接'}
        </Button>
      )}
      {isOut && (
        <Button kind="quiet" block busy={stopping} onClick={() => void askAndStop()}>
          停止分享
        </Button>
      )}
    </div>
  )
}

function Link({ title, url }: { title: string; url: string }) {
  const field = useRef<HTMLInputElement>(null)

  async function copy() {
    toast((await copied(url, field.current)) ? '链接已复制' : '请长按选中的链接复制')
  }

  return (
    <>
      <input
        ref={field}
        className={styles.link}
        aria-label="分享链接"
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
      />
      <div className={styles.buttons}>
        <Button block onClick={() => void copy()}>
          <Copy size={20} strokeWidth={1.75} aria-hidden="true" />
          复制链接
        </Button>
        {'share' in navigator && (
          <Button kind="secondary" block onClick={() => void shareLink({ title, url })}>
            <Share2 size={20} strokeWidth={1.75} aria-hidden="true" />
            发给朋友
          </Button>
        )}
      </div>
    </>
  )
}

/** Copies by the clipboard API, or where there is none (plain http) by the older command. */
async function copied(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    field?.select()
    return document.execCommand?.('copy') ?? false
  }
}

const linkTo = (token: string): string => location.origin + sharedPath(token)
