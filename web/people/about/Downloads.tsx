import { ChevronRight, Globe, type LucideIcon, Smartphone, TabletSmartphone } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { href } from '#contract/pages.ts'
import { useSiteFacts } from '#web/client/siteFacts.ts'
import rows from '#web/ui/Rows.module.css'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { RAIL, useMedia } from '#web/ui/useMedia.ts'
import styles from './Downloads.module.css'

const QrCode = lazy(() => import('#web/ui/QrCode.tsx').then((loaded) => ({ default: loaded.QrCode })))
const CODE_PX = 112

/** The ways to use the product: the web version at once, iOS, and Android to come. */
export function Downloads() {
  const { iosApp } = useSiteFacts()
  return (
    <ul className={`${rows.rows} ${styles.list}`} data-outlined aria-label="下载与使用">
      <li>
        <a className={rows.row} href={href('home')}>
          <Way Icon={Globe} name="网页版" note="无需下载，打开即用" leads />
        </a>
      </li>
      <li>
        <IosVersion address={iosApp} />
      </li>
      <li className={rows.row}>
        <Way Icon={TabletSmartphone} name="Android 版" note="即将推出" />
      </li>
    </ul>
  )
}

/** For the camera of a telephone: the pages themselves, and the app where it is published. A telephone shows none: it cannot read its own. */
export function Codes() {
  const { iosApp } = useSiteFacts()
  const wide = useMedia(RAIL)
  if (!wide) return null
  return (
    <div className={styles.codes}>
      <Code url={window.location.origin} title="手机网页版二维码" note="手机扫码，打开网页版" />
      {iosApp && <Code url={iosApp} title="iOS 版二维码" note="手机扫码，下载 iOS 版" />}
    </div>
  )
}

const Code = ({ note, ...code }: { url: string; title: string; note: string }) => (
  <figure>
    <Suspense fallback={<Skeleton width={CODE_PX} height={CODE_PX} />}>
      <QrCode {...code} size={CODE_PX} />
    </Suspense>
    <figcaption>{note}</figcaption>
  </figure>
)

/** The published app where there is one; else what works on any iPhone. */
function IosVersion({ address }: { address: string | undefined }) {
  if (address) {
    return (
      <a className={rows.row} href={address} target="_blank" rel="noreferrer">
        <Way Icon={Smartphone} name="iOS 版" note="前往 App Store" leads />
      </a>
    )
  }
  return (
    <div className={rows.row}>
      <Way Icon={Smartphone} name="iOS 版" note="在 Safari 中点「分享」，添加到主屏幕" />
    </div>
  )
}

type WayProps = { Icon: LucideIcon; name: string; note: ReactNode; leads?: boolean }

function Way({ Icon, name, note, leads }: WayProps) {
  return (
    <>
      <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles.words}>
        <b>{name}</b>
        <small>{note}</small>
      </span>
      {leads && <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" />}
    </>
  )
}
