import { ChevronRight, Globe, type LucideIcon, Smartphone, TabletSmartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { go } from '#web/ui/location.ts'
import rows from '#web/ui/Rows.module.css'
import styles from './Downloads.module.css'

/** The ways to use the product: the web version at once, iOS, and Android to come. */
export function Downloads() {
  return (
    <ul className={`${rows.rows} ${styles.list}`} data-outlined aria-label="下载与使用">
      <li>
        <button type="button" className={rows.row} onClick={() => go('home')}>
          <Way Icon={Globe} name="网页版" note="无需下载，打开即用" leads />
        </button>
      </li>
      <li>
        <IosVersion />
      </li>
      <li className={rows.row}>
        <Way Icon={TabletSmartphone} name="Android 版" note="即将推出" />
      </li>
    </ul>
  )
}

/** The published app when the build was told its address by VITE_IOS_APP_URL; without one, what works on any iPhone. */
function IosVersion() {
  const address: string | undefined = import.meta.env.VITE_IOS_APP_URL
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
