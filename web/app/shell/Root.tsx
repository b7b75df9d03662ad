import { Outlet } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { inFrame } from '#web/client/siteRoute.ts'
import { Asks } from '#web/ui/ask.tsx'
import { Band } from '#web/ui/band.ts'
import { Sky } from '#web/ui/Sky.tsx'
import { Toasts } from '#web/ui/toast.tsx'
import { AgreePlace } from './AgreePlace.tsx'
import { BallPlace } from './BallPlace.tsx'
import { EndingPlace, endingByPage } from './EndingPlace.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { ProvePlace } from './ProvePlace.tsx'
import { Rail } from './Rail.tsx'
import { useRelaunch } from './relaunch.ts'
import { ShortcutPlace } from './shortcuts/ShortcutPlace.tsx'
import { useClockWords } from './useClockWords.ts'
import { useOutbox } from './useOutbox.ts'
import { useVersionCheck } from './useVersionCheck.ts'
import { useWorker } from './useWorker.ts'

/** The parts around every page; the phone of the desktop shell leaves the notices to the window around it. */
export function Root() {
  useRelaunch()
  useClockWords()
  useVersionCheck()
  useWorker()
  useOutbox()
  const [endingHere] = useState(endingByPage)
  // The first page is made in small steps between which the window answers; its painted HTML stays until then.
  const begun = useDeferredValue(true, false)
  return (
    <>
      <Sky />
      {!inFrame() && <OfflineNotice />}
      <Band value={inFrame() ? undefined : <EndingPlace endingHere={endingHere} />}>{begun && <Outlet />}</Band>
      <BallPlace />
      <Rail />
      <Toasts />
      <AgreePlace />
      <Asks />
      <ProvePlace />
      <ShortcutPlace />
    </>
  )
}
