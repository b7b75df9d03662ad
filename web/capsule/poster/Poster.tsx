import { QRCodeCanvas } from 'qrcode.react'
import { useEffect, useRef, useState } from 'react'
import { type Detail, STATUS } from '#contract/capsule.ts'
import { sharedPath } from '#contract/share.ts'
import { NOTHING_HERE, Nothing } from '#web/capsule/detail/Nothing.tsx'
import { useShare } from '#web/capsule/detail/useShare.ts'
import { useCall } from '#web/client/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { LoadFailed } from '#web/ui/LoadFailed.tsx'
import { useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './Poster.module.css'
import { LongPress, PosterWays } from './PosterWays.tsx'
import { CODE_PX } from './paint.ts'
import { usePoster } from './usePoster.ts'

const TITLE = '做成海报'
/** Read by cameras up to the edge, at some distance and with some of it covered. */
const CODE = { marginSize: 3, level: 'M' } as const

/** A poster of one's own opened capsule. Sharing the poster makes the address on it; nothing else leaves the device. */
export function Poster() {
  const { id = '' } = useQueryString()
  const detail = useCall('capsuleDetail', { capsule_id: id }, { enabled: id !== '' })
  const { data, error } = detail
  if (data?.is_mine && data.capsule.status === STATUS.unsealed && data.capsule.sealed_at)
    return <Asked key={id} capsule={data.capsule} />
  if (data || !id || NOTHING_HERE.includes(error?.code ?? 0)) return <Nothing />
  return (
    <Page title={TITLE} back>
      {error ? (
        <LoadFailed failure={error} busy={detail.isFetching} onRetry={detail.refetch} />
      ) : (
        <div className={styles.poster} role="status" aria-label="加载中...">
          <Skeleton width={240} height={413} />
        </div>
      )}
    </Page>
  )
}

/** The poster is seen at once; only its code waits for the owner's consent, since the code lets others in. */
function Asked({ capsule }: { capsule: Detail }) {
  const { token, whole, isOut, share, sharing } = useShare(capsule, () => {})
  const url = token && location.origin + sharedPath(token)
  const code = useRef<HTMLCanvasElement>(null)
  const drawn = usePoster(capsule, code, url)
  const ready = drawn !== undefined && drawn !== 'failed' && drawn
  // The poster without a code stands until the one with a code is there.
  const [src, setSrc] = useState<string>()
  if (ready && ready.src !== src) setSrc(ready.src)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button that was pressed has gone.
    if (url && document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [url])
  const asks = drawn !== 'failed' && !url && !(isOut && sharing)
  return (
    <Page
      title={TITLE}
      back
      footer={
        asks ? <Ask whole={whole} busy={sharing} onShare={share} /> : url && ready && <PosterWays drawn={ready} />
      }
    >
      <div ref={place} className={styles.poster} tabIndex={-1}>
        {url && (
          <QRCodeCanvas ref={code} className={styles.code} value={url} size={CODE_PX / devicePixelRatio} {...CODE} />
        )}
        {drawn === 'failed' && <p role="alert">这个浏览器画不出海报，请在「分享这枚胶囊」里复制链接。</p>}
        {drawn !== 'failed' && !src && <Skeleton width={240} height={413} />}
        {drawn !== 'failed' && src && (
          <img
            className={styles.picture}
            src={src}
            alt={`${capsule.long_tag}的海报，${url && ready ? '带有分享二维码' : '还没有二维码'}`}
          />
        )}
        {url && ready && <LongPress />}
      </div>
    </Page>
  )
}

type AskProps = { whole: string | undefined; busy: boolean; onShare: () => void }

function Ask({ whole, busy, onShare }: AskProps) {
  return (
    <div className={styles.ask}>
      <p className="muted">
        印上二维码会为这枚胶囊开一个分享链接：扫码的人都可以看到里面的内容，你写给自己的寄语和回复除外。停止分享后，二维码就会失效。
        {whole && `${whole}。`}
      </p>
      <Button block busy={busy} onClick={onShare}>
        印上二维码
      </Button>
    </div>
  )
}
