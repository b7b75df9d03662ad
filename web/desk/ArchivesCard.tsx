import { Card } from '#web/ui/Card.tsx'
import { countText } from '#web/ui/format.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Skeletons } from '#web/ui/Skeleton.tsx'
import { sizeText } from '#web/ui/sizeText.ts'
import { useDesk } from './api.ts'
import styles from './Card.module.css'
import { FactList } from './FactList.tsx'
import { Waited } from './Waited.tsx'

/** How many archives people have asked for and how large they are; never whose, nor anything of what is in them. */
export function ArchivesCard() {
  const query = useDesk('deskArchives', {})
  return (
    <Loaded query={query} skeleton={<Skeletons count={1} height={160} />}>
      {({ waiting, waiting_since, ready, bytes, failed }) => (
        <Card as="section" className={styles.about} aria-labelledby="archives">
          <div className={styles.head}>
            <h2 id="archives" className={styles.title}>
              用户导出的归档
            </h2>
            {waiting_since && <Waited since={waiting_since} />}
          </div>
          <FactList
            facts={[
              ['正在做', countText(waiting)],
              ['可以下载', countText(ready)],
              ['可以下载的共有', sizeText(bytes)],
              ['没有做成', countText(failed)],
            ]}
          />
          {failed > 0 && (
            <p className={styles.note}>没有做成的原因在日志里（an archive could not be made further）。</p>
          )}
        </Card>
      )}
    </Loaded>
  )
}
