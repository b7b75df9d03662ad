import type { Detail } from '#contract/capsule.ts'
import { SHARED_TITLE } from '#contract/share.ts'
import { heldText } from '#web/capsule/detail/heldText.ts'
import { Avatar } from '#web/people/account/Avatar.tsx'
import { authorName } from '#web/people/account/authorName.ts'
import { Button } from '#web/ui/Button.tsx'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { capsuleColour } from '#web/ui/capsuleColour.ts'
import { Page } from '#web/ui/Page.tsx'
import { Night } from './Night.tsx'
import styles from './Present.module.css'

type Props = {
  /** Not there while it is on its way, in the same night. */
  capsule: Detail | undefined
  back?: true | undefined
  onOpen: () => void
}

/** A shared capsule before its friend opens it: from whom, called what, after how long. It stays until it is tapped. */
export function Present({ capsule, back, onOpen }: Props) {
  return (
    <Page
      documentTitle={SHARED_TITLE}
      mood="universe"
      fill
      back={back}
      footer={
        capsule && (
          <div className={styles.foot} data-fades="">
            <Button block onClick={onOpen}>
              拆开
            </Button>
          </div>
        )
      }
    >
      {capsule ? <Closed capsule={capsule} onOpen={onOpen} /> : <Night title={SHARED_TITLE} />}
    </Page>
  )
}

function Closed({ capsule, onOpen }: { capsule: Detail; onOpen: () => void }) {
  const { colorIndex, type, long_tag, user } = capsule
  return (
    <div className={styles.present} style={capsuleColour(colorIndex)} data-fades="">
      <div className={styles.from}>
        <Avatar src={user.cancelled ? '' : user.avatar} size={56} />
        <p>
          <b>{authorName(user)}</b>
          <span className="muted">向你打开了一枚时光胶囊</span>
        </p>
      </div>
      {/* Does the same as the button below, which has a name. */}
      <button type="button" className={styles.capsule} tabIndex={-1} aria-hidden="true" onClick={onOpen}>
        <CapsuleIcon colorIndex={colorIndex} type={type} size={176} />
      </button>
      <div className={styles.called}>
        <h1 className={styles.title}>{long_tag}</h1>
        <p className={styles.held}>{heldText(capsule)}</p>
      </div>
    </div>
  )
}
