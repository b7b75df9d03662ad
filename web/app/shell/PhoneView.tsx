import { Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { choosePhoneView, inFrame, rememberSiteRoute, wholeWindow } from '#web/client/siteRoute.ts'
import { device } from '#web/client/storage/storage.ts'
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
      <SaidOnce />
    </button>
  )
}

/** Where the phone is, for people who came to a wide page by its address; said on one visit, and never to who chose the width. */
function SaidOnce() {
  const [isNew] = useState(() => !wholeWindow() && device.getItem('phoneViewSaid') === null)
  useEffect(() => void device.setItem('phoneViewSaid', '1'), [])
  return isNew && <small className={styles.said}>装进手机里看，点这里</small>
}
