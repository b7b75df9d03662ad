import type { ReactNode } from 'react'
import type { Output } from '#contract/calls.ts'
import { dateText } from '#contract/time.ts'
import { Receipts } from '#web/capsule/receipt/Receipts.tsx'
import { Author } from '#web/people/account/Author.tsx'
import { authorName } from '#web/people/account/authorName.ts'
import { LikeButton, LikeCount } from '#web/people/social/LikeButton.tsx'
import { GiftButton } from '#web/shop/gift/GiftButton.tsx'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { capsuleColour } from '#web/ui/capsuleColour.ts'
import { Rows } from '#web/ui/Rows.tsx'
import { AllowRow } from './AllowRow.tsx'
import { Between } from './Between.tsx'
import { Content } from './Content.tsx'
import { HideRow } from './HideRow.tsx'
import { heldText } from './heldText.ts'
import styles from './OpenedLetter.module.css'
import { WaysOn } from './WaysOn.tsx'

type Props = {
  shown: Output<'capsuleDetail'>
  /** Opened by a link, without a sign-in: the visitor can only read. */
  onlyLooks?: boolean | undefined
  /** Whether the capsule comes down out of the night and opens, on this page; otherwise it stands open. */
  reveals?: boolean | undefined
  /** The way to the next one. */
  next?: ReactNode
  children?: ReactNode
}

/**
 * Somebody else's open capsule on paper: who sealed it and for how long, and its content as a letter. One that was received is
 * the reader's alone: with its words, nothing of a public place, and no way to its sender's account.
 */
export function OpenedLetter({ shown: { capsule, is_love }, onlyLooks, reveals, next, children }: Props) {
  const { id, user, love_count, long_tag, description, send_word, received_as } = capsule
  const isReceived = received_as !== undefined
  return (
    <article
      className={styles.opened}
      style={capsuleColour(capsule.colorIndex)}
      aria-label={long_tag}
      tabIndex={-1}
      data-reveals={reveals || undefined}
    >
      <header className={styles.head}>
        <span className={styles.coming}>
          <CapsuleIcon colorIndex={capsule.colorIndex} type={capsule.type} size={112} open />
        </span>
        <h2 className={styles.title}>{long_tag}</h2>
        <p className={styles.held}>
          {[`封存于 ${dateText(capsule.sealed_at)}`, heldText(capsule)].filter(Boolean).join('，')}
        </p>
        <Author author={user} leads={!onlyLooks && !isReceived}>
          <span className="muted">
            {isReceived ? '寄给你的时光胶囊' : `${onlyLooks ? '向你' : ''}打开了这枚时光胶囊`}
          </span>
        </Author>
      </header>
      <section className={styles.letter} aria-label="胶囊里的信">
        {description && <p className={styles.description}>{description}</p>}
        {send_word && (
          <blockquote className={styles.words} aria-label="寄语">
            {send_word}
          </blockquote>
        )}
        <Content capsule={capsule} />
        <footer className={styles.signed}>
          <span>{authorName(user)}</span>
          <span className="muted">写于 {dateText(capsule.sealed_at || capsule.created_at)}</span>
        </footer>
      </section>
      {!isReceived && (
        <div className={styles.told}>
          <span className="muted">发布于 {dateText(capsule.open_at || capsule.created_at)}</span>
          {onlyLooks ? (
            <LikeCount count={love_count} />
          ) : (
            <LikeButton key={id} capsuleId={id} loved={is_love === 1} count={love_count} />
          )}
        </div>
      )}
      <Between capsule={capsule} onlyLooks={onlyLooks} />
      {isReceived && !onlyLooks && (
        <Rows label="这枚胶囊">
          <HideRow capsule={capsule} />
        </Rows>
      )}
      {!onlyLooks && <AllowRow capsule={capsule} />}
      {next}
      <WaysOn>
        {!onlyLooks && !isReceived && !user.cancelled && <GiftButton to={user} />}
        {children}
      </WaysOn>
      {capsule.sealed_at && <Receipts capsule={capsule} isMine={false} />}
    </article>
  )
}
