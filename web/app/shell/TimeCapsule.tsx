import { useUser } from '#web/client/api.ts'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import styles from './Chooser.module.css'
import { Forms } from './Chooser.tsx'

/** The chooser of the raised tab as a page of its own; with `back` and `name`, of the capsule that answers one that was received. */
export function TimeCapsule() {
  const held = useUser().data?.user.time_count
  const { back, name } = useQueryString()
  return (
    <Page title="制作时光胶囊" mood="universe" back>
      <div className={styles.hero}>
        <CapsuleIcon colorIndex={0} type={0} size={112} />
        <p>{back ? `写给${name}，等一个值得打开它的日子。` : '把此刻封存起来，等一个值得打开它的日子。'}</p>
        {held !== undefined && <p className="muted">时光胶囊 {held} 个</p>}
      </div>
      <Forms query={{ back, name }} />
    </Page>
  )
}
