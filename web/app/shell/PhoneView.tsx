import { Smartphone } from 'lucide-react'
import { choosePhoneView, inFrame, rememberSiteRoute } from '#web/client/siteRoute.ts'
import { go, here } from '#web/ui/location.ts'
import { DESK, useMedia } from '#web/ui/useMedia.ts'
import styles from './TabBar.module.css'

/** At a desk: this page in the phone of the desktop shell, from now on. */
export function PhoneView() {
  const desk = useMedia(DESK)
  if (!desk || inFrame()) return null
  const show = () => {
    choosePhoneView()
    rememberSiteRoute(here())
    go('site')
  }
  return (
    <button type="button" className={`${styles.tab} ${styles.phone}`} onClick={show}>
      <Smartphone size={20} strokeWidth={1.75} aria-hidden="true" />
      手机视图
    </button>
  )
}
