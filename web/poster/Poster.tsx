import { QRCodeCanvas } from 'qrcode.react'
import { useRef } from 'react'
import { type Detail, STATUS } from '#contract/capsule.ts'
import { sharedPath } from '#contract/share.ts'
import { useCall } from '#web/api.ts'
import { NOTHING_HERE, Nothing } from '#web/capsule/Nothing.tsx'
import { useShare } from '#web/capsule/useShare.ts'
import { Button } from '#web/ui/Button.tsx'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
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

/** A poster of one's own opened capsule. Asking for it makes the shared address that stands on it; nothing else leaves the device. */
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

function Asked({ capsule }: { capsule: Detail }) {
  const { token, whole, share, sharing } = useShare(capsule, () => {})
  if (token) return <Made capsule={capsule} url={location.origin + sharedPath(token)} />
  return (
    <Page
      title={TITLE}
      back
      footer={
        <Button block busy={sharing} onClick={share}>
          生成海报
        </Button>
      }
    >
      <div className={styles.before}>
        <CapsuleIcon colorIndex={capsule.colorIndex} type={capsule.type} size={112} open />
        <h2 className={styles.title}>{capsule.long_tag}</h2>
        <ul className={styles.told}>
          <li>海报上有胶囊的名字、日期和开头的几行字。</li>
          <li>生成海报会为这枚胶囊开一个分享链接，印成二维码：扫码的人都可以看到里面的内容。</li>
          {whole && <li>{whole}。</li>}
          <li>您写给自己的寄语和回复不会出现。停止分享后，二维码就会失效。</li>
          <li>海报只在这台设备上绘制，保存或发送都由您自己来做。</li>
        </ul>
      </div>
    </Page>
  )
}

function Made({ capsule, url }: { capsule: Detail; url: string }) {
  const code = useRef<HTMLCanvasElement>(null)
  const drawn = usePoster(capsule, code)
  const ready = drawn !== undefined && drawn !== 'failed' && drawn
  return (
    <Page title={TITLE} back footer={ready && <PosterWays drawn={ready} />}>
      <div className={styles.poster}>
        <QRCodeCanvas ref={code} className={styles.code} value={url} size={CODE_PX / devicePixelRatio} {...CODE} />
        {drawn === undefined && <Skeleton width={240} height={413} />}
        {drawn === 'failed' && <p role="alert">这个浏览器画不出海报，请在「分享这枚胶囊」里复制链接。</p>}
        {ready && (
          <>
            <img className={styles.picture} src={ready.src} alt={`${capsule.long_tag}的海报，带有分享二维码`} />
            <LongPress />
          </>
        )}
      </div>
    </Page>
  )
}
