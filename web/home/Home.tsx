import { lazy, type ReactNode, Suspense } from 'react'
import { useUser } from '#web/api.ts'
import { useJustSealed } from '#web/seal/justSealed.ts'
import { DueCard } from '#web/shell/DueCard.tsx'
import { TabPage } from '#web/shell/TabPage.tsx'
import { useShortcut } from '#web/ui/shortcut.ts'
import { AnotherButton } from './AnotherButton.tsx'
import { Field } from './Field.tsx'
import { FieldList } from './FieldList.tsx'
import { GoldenPoints } from './GoldenPoints.tsx'
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

/** Only after a sealing; home is whole without it. */
const JustSealed = lazy<() => ReactNode>(() =>
  import('#web/seal/JustSealed.tsx').then(
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
  const shown = capsules.data?.capsules ?? []
  const isFull = shown.length > 0
  const Shown = asList ? FieldList : Field
  return (
    <TabPage documentTitle="首页" mood="universe" fill>
      <HomeHead asList={asList} onAsList={setAsList} onSearch={popups.search} />
      <div className={styles.column}>
        <DueCard />
        {justSealed && (
          <Suspense>
            <JustSealed />
          </Suspense>
        )}
        <GoldenPoints />
      </div>
      <div className={asList && isFull ? styles.list : styles.room} data-guide="field">
        {isFull ? <Shown capsules={shown} onOpen={popups.open} /> : <NoCapsules query={capsules} />}
      </div>
      {isFull && <AnotherButton busy={turning} onClick={another} />}
      <HomePopups {...popups} />
      {user?.is_first === 1 && <Guide key={user.id} userId={user.id} />}
    </TabPage>
  )
}
