import type { ReactNode } from 'react'
import type { Output } from '#contract/calls.ts'
import { TYPE } from '#contract/capsule.ts'
import { dateText } from '#contract/time.ts'
import { NoticesRow } from '#web/capsule/notice/NoticesRow.tsx'
import { Receipts } from '#web/capsule/receipt/Receipts.tsx'
import { Author } from '#web/people/account/Author.tsx'
import { LikeButton } from '#web/people/social/LikeButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Rows } from '#web/ui/Rows.tsx'
import { AgainRow } from './AgainRow.tsx'
import { Between } from './Between.tsx'
import { Content } from './Content.tsx'
import { periodText } from './due.ts'
import { HideRow } from './HideRow.tsx'
import { Judging } from './Judging.tsx'
import styles from './OpenCapsule.module.css'
import { OpenedLetter } from './OpenedLetter.tsx'
import { PosterRow } from './PosterRow.tsx'
import { PublicSwitch } from './PublicSwitch.tsx'
import { ReceiverRow } from './ReceiverRow.tsx'
import { Reply } from './Reply.tsx'
import { ShareRow } from './ShareRow.tsx'
import { WaysOn } from './WaysOn.tsx'

type Shown = Output<'capsuleDetail'>

type Props = {
  shown: Shown
  /** Opened by a link, without a sign-in, or shown as this device has it: it can only be read. */
  onlyLooks?: boolean
  /** Lets the content appear after the words to oneself, which have been read. */
  unfolds?: boolean
  /** Lets somebody else's capsule come down and open. */
  reveals?: boolean
  /** The way from somebody else's capsule to the next one. */
  next?: ReactNode
  children?: ReactNode
}

/** An open capsule as paper, for its owner; to everybody else it is a letter. */
export function OpenCapsule({ shown, unfolds, children, ...others }: Props) {
  if (shown.is_mine)
    return (
      <OwnCapsule shown={shown} unfolds={unfolds} onlyLooks={others.onlyLooks}>
        {children}
      </OwnCapsule>
    )
  return (
    <OpenedLetter shown={shown} {...others}>
      {children}
    </OpenedLetter>
  )
}

/** The words to oneself first, then the content. */
function OwnCapsule({
  shown,
  unfolds,
  onlyLooks,
  children,
}: Pick<Props, 'shown' | 'unfolds' | 'onlyLooks' | 'children'>) {
  const { capsule, is_love } = shown
  // A diary that was never sealed was never opened either.
  const sealedByMe = capsule.sealed_at !== ''
  const mayShow = capsule.to === undefined || capsule.allowed === 1
  return (
    <article className={styles.capsule} data-unfolds={unfolds || undefined}>
      <header className={styles.head}>
        <h2 className={styles.title}>{capsule.long_tag}</h2>
        {capsule.description && <p className={styles.description}>{capsule.description}</p>}
        <div className={styles.by}>
          <Author author={capsule.user}>
            <span className="muted">封存于 {periodText(capsule.sealed_at, capsule.open_time)}</span>
          </Author>
          {!onlyLooks && (
            <LikeButton key={capsule.id} capsuleId={capsule.id} loved={is_love === 1} count={capsule.love_count} />
          )}
        </div>
      </header>
      {capsule.send_word && (
        <Card as="blockquote" small className={styles.letter} aria-label="寄语">
          <p>{capsule.send_word}</p>
          <footer className="muted">写于 {dateText(capsule.sealed_at || capsule.created_at)}</footer>
        </Card>
      )}
      {sealedByMe && <Reply capsule={capsule} onlyLooks={onlyLooks} />}
      <div className={styles.content} data-fades="">
        <Content capsule={capsule} />
      </div>
      <Between capsule={capsule} onlyLooks={onlyLooks} />
      {sealedByMe && capsule.type === TYPE.forecast && (
        <Judging key={capsule.id} capsule={capsule} onlyLooks={onlyLooks} />
      )}
      {sealedByMe && !onlyLooks && (
        <Rows label="这枚胶囊">
          <ReceiverRow capsule={capsule} />
          {mayShow && <ShareRow capsule={capsule} />}
          {mayShow && <PosterRow capsuleId={capsule.id} />}
          <AgainRow capsuleId={capsule.id} />
          <HideRow capsule={capsule} />
          <NoticesRow capsule={capsule} />
        </Rows>
      )}
      {!onlyLooks && <PublicSwitch shown={shown} />}
      <WaysOn>{children}</WaysOn>
      {sealedByMe && !onlyLooks && <Receipts capsule={capsule} isMine />}
    </article>
  )
}
