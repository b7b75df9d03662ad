import { useEffect, useEffectEvent } from 'react'
import type { Output } from '#contract/calls.ts'
import { TEXT } from '#contract/codes.ts'
import { TOAST_THEN_BACK_MS } from '#contract/limits.ts'
import { toastError, useCall } from '#web/client/api.ts'
import { Author } from '#web/people/account/Author.tsx'
import { LikeButton } from '#web/people/social/LikeButton.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { capsuleColour } from '#web/ui/capsuleColour.ts'
import { go } from '#web/ui/location.ts'
import { Sheet } from '#web/ui/Sheet.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './CapsulePopup.module.css'

type Props = { id: string | undefined; open: boolean; onClose: () => void }

/** A public capsule before it is read: its owner, its title, and how many people love it. */
export function CapsulePopup({ id, open, onClose }: Props) {
  return (
    <Sheet open={open} onOpenChange={(next) => !next && onClose()} label="胶囊">
      {id && <Asked id={id} onFailed={onClose} />}
    </Sheet>
  )
}

function Asked({ id, onFailed }: { id: string; onFailed: () => void }) {
  const { data, error } = useCall('capsuleDetail', { capsule_id: id })
  const giveUp = useEffectEvent(onFailed)
  const lost = data === undefined && error
  useEffect(() => {
    if (!lost) return
    toastError(lost, TOAST_THEN_BACK_MS)
    const timer = setTimeout(giveUp, TOAST_THEN_BACK_MS)
    return () => clearTimeout(timer)
  }, [lost])
  return data ? <Capsule {...data} /> : <Shape />
}

function Capsule({ capsule, is_mine, is_love }: Output<'capsuleDetail'>) {
  const { id, type, colorIndex, long_tag, love_count } = capsule
  const read = () => go('capsuleDetail', { id, isOther: is_mine ? '0' : '1' })
  return (
    <div className={styles.capsule} style={capsuleColour(colorIndex)}>
      <span className={styles.glow}>
        <CapsuleIcon colorIndex={colorIndex} type={type} size={108} open />
      </span>
      <h2 className={styles.title}>#{long_tag}#</h2>
      <div className={styles.row}>
        <Author author={capsule.user} leads />
        <LikeButton capsuleId={id} loved={is_love === 1} count={love_count} />
      </div>
      <Button block onClick={read}>
        查看详情
      </Button>
    </div>
  )
}

const Shape = () => (
  <div className={styles.capsule} aria-busy="true">
    <span className="hidden">{TEXT.loading}</span>
    <Skeleton width={108} height={108} round />
    <Skeleton width="60%" height={26} />
    <div className={styles.row}>
      <Skeleton width={132} height={40} />
      <Skeleton width={64} height={28} />
    </div>
    <Skeleton height={48} />
  </div>
)
