import type { Detail } from '#contract/capsule.ts'
import { href, type PageQuery } from '#contract/pages.ts'
import { useSend } from '#web/client/api.ts'
import { confirm } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { goesWholeText } from './goesWhole.ts'
import { offerLink } from './offerLink.ts'
import styles from './ShareVideo.module.css'

const STOP = { text: '停止分享后，发出去的链接都会失效。', ok: '停止分享', danger: true }

type Props = { capsule: Pick<Detail, 'id' | 'long_tag' | 'capsule_content'>; index: number }

/** For the owner of an opened capsule: a link with which anybody sees this video, and a button that ends all such links. */
export function ShareVideo({ capsule, index }: Props) {
  const capsule_id = capsule.id
  const whole = goesWholeText(capsule.capsule_content?.content ?? [])
  const share = useSend('capsuleShare', {
    onSuccess: ({ token }) =>
      offerLink({ title: capsule.long_tag, url: linkTo({ id: capsule_id, token, index: String(index) }) }),
  })
  const unshare = useSend('capsuleUnshare', {
    onSuccess: () => toast('已停止分享'),
  })

  async function stop() {
    if (await confirm(STOP)) unshare.mutate({ capsule_id })
  }

  return (
    <div className={styles.share}>
      <div className={styles.buttons}>
        <Button
          kind="secondary"
          busy={share.isPending}
          onClick={() => share.mutate({ capsule_id, ...(whole && { told: 1 }) })}
        >
          分享
        </Button>
        <Button kind="quiet" busy={unshare.isPending} onClick={() => void stop()}>
          停止分享
        </Button>
      </div>
      <p className={styles.note}>拿到链接的人可以看到这枚胶囊的内容</p>
      {whole && <p className={styles.note}>{whole}</p>}
    </div>
  )
}

const linkTo = (query: PageQuery): string => `${location.origin}/${href('video', query)}`
