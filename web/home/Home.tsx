import { useUser } from '#web/api.ts'
import { JustSealed } from '#web/seal/JustSealed.tsx'
import { TabPage } from '#web/shell/TabPage.tsx'
import { EndlessList } from '#web/ui/EndlessList.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { CapsuleFloat } from './CapsuleFloat.tsx'
import { EmptyField } from './EmptyField.tsx'
import { Guide } from './Guide.tsx'
import styles from './Home.module.css'
import { useHomeCapsules } from './useHomeCapsules.ts'
import { usePreload } from './usePreload.ts'

const SHAPES = Array.from({ length: 8 }, (_, index) => `shape-${index}`)

export function Home() {
  usePreload()
  const user = useUser().data?.user
  const capsules = useHomeCapsules()
  return (
    <TabPage documentTitle="首页" mood="universe" wide>
      <header className={styles.head}>
        <h1 className={styles.title}>胶囊宇宙</h1>
        <p className={`muted ${styles.line}`}>来自不同时间的人，把话留在了这里</p>
      </header>
      <JustSealed />
      <div data-guide="field">
        <EndlessList
          query={capsules}
          className={styles.field}
          label="公开的胶囊"
          render={(capsule) => <CapsuleFloat capsule={capsule} />}
          empty={<EmptyField />}
          skeleton={
            <div className={styles.field}>
              {SHAPES.map((shape) => (
                <div key={shape} className={styles.shape}>
                  <Skeleton width={44} height={44} round />
                  <Skeleton width="80%" height={18} />
                  <Skeleton width="45%" height={14} />
                </div>
              ))}
            </div>
          }
        />
      </div>
      {user?.is_first === 1 && <Guide key={user.id} userId={user.id} />}
    </TabPage>
  )
}
