import { lazy, type ReactNode, Suspense } from 'react'
import { useCall, useUser } from '#web/client/api.ts'
import { useKnown } from '#web/client/useKnown.ts'
import { DueCard } from '#web/look/cards/DueCard.tsx'
import { useJustSealed } from '#web/make/seal/justSealed.ts'
import { useShortcut } from '#web/ui/shortcut.ts'
import { TabPage } from '#web/ui/TabPage.tsx'
import { AnotherButton } from './AnotherButton.tsx'
import { Field } from './Field.tsx'
import { FieldList } from './FieldList.tsx'
import { GoldenPoints, OWN_POINTS } from './GoldenPoints.tsx'
import { Guide } from './Guide.tsx'
import { useGiftAsked } from './giftBag.ts'
import styles from './Home.module.css'
import { HomeHead } from './HomeHead.tsx'
import { HomePopups } from './HomePopups.tsx'
import { useListChoice } from './listChoice.ts'
import { NoCapsules } from './NoCapsules.tsx'
import { useHomeCapsules } from './useHomeCapsules.ts'
import { useHomePopups } from './useHomePopups.ts'
import { usePreload } from './usePreload.ts'

/** Loaded only after a sealing; the home works without it. */
const JustSealed = lazy<() => ReactNode>(() =>
  import('#web/make/seal/JustSealed.tsx').then(
    (loaded) => ({ default: loaded.JustSealed }),
    () => ({ default: () => null }),
  ),
)

export function Home() {
  usePreload()
  useGiftAsked()
  const user = useUser().data?.user
  const justSealed = useJustSealed(user?.id)
  const { capsules, another, turning } = useHomeCapsules()
  const [asList, setAsList] = useListChoice()
  const popups = useHomePopups()
  useShortcut('search', popups.search)
  const isKnown = useKnown(capsules, useCall('closedSummary', {}), useCall('myClosedCapsules', OWN_POINTS))
  const shown = (isKnown && capsules.data?.capsules) || []
  const isFull = shown.length > 0
  const Shown = asList ? FieldList : Field
  return (
    <TabPage documentTitle="首页" mood="universe" fill starless={asList && isFull}>
      <HomeHead asList={asList} onAsList={setAsList} onSearch={popups.search} />
      {isKnown && (
        <div className={styles.column}>
          <DueCard />
          {justSealed && (
            <Suspense>
              <JustSealed />
            </Suspense>
          )}
          <GoldenPoints />
        </div>
      )}
      {/* A new element once all is known: the one before was as large as the window, and would be seen moving. */}
      <div key={String(isKnown)} className={asList && isFull ? styles.list : styles.room} data-guide="field">
        {isFull ? <Shown capsules={shown} onOpen={popups.open} /> : <NoCapsules query={capsules} waits={!isKnown} />}
      </div>
      {isFull && <AnotherButton busy={turning} onClick={another} />}
      <HomePopups {...popups} />
      {isKnown && user?.is_first === 1 && <Guide key={user.id} userId={user.id} covered={popups.isOpen} />}
    </TabPage>
  )
}
