import { Heart } from 'lucide-react'
import { useState } from 'react'
import { useSend } from '#web/client/api.ts'
import { useChangeDetail } from '#web/client/useDetail.ts'
import { vibrate } from '#web/client/vibration.ts'
import { countText } from '#web/ui/format.ts'
import styles from './LikeButton.module.css'
import { useWish } from './useWish.ts'

type Props = {
  capsuleId: string
  /** Whether the person likes it, and how many do, the person among them. */
  loved: boolean
  count: number
}

/** The heart of a capsule; it answers the finger before the server does. Give it the capsule's id as its key. */
export function LikeButton({ capsuleId, loved, count }: Props) {
  const like = useSend('like', { quiet: true })
  const unlike = useSend('unlike', { quiet: true })
  const changeShown = useChangeDetail(capsuleId)
  const others = count - Number(loved)
  const [shown, turn] = useWish(loved, async (wish) => {
    await (wish ? like : unlike).mutateAsync({ capsule_id: capsuleId })
    changeShown({ love_count: others + Number(wish) }, { is_love: wish ? 1 : 0 })
  })
  const [pressed, setPressed] = useState(false)
  const press = () => {
    setPressed(true)
    if (!shown) vibrate()
    turn()
  }

  return (
    <button
      type="button"
      className={styles.like}
      aria-pressed={shown}
      aria-label={`喜欢，${countText(others + Number(shown))}`}
      data-beats={(pressed && shown) || undefined}
      onClick={press}
    >
      <Hearts count={others + Number(shown)} size={22} />
    </button>
  )
}

/** The number of likes for people who can only look. */
export const LikeCount = ({ count }: { count: number }) => (
  <span className={styles.count}>
    <span className="hidden">获赞</span>
    <Hearts count={count} size={16} />
  </span>
)

const Hearts = ({ count, size }: { count: number; size: number }) => (
  <>
    <Heart className={styles.heart} size={size} strokeWidth={1.75} aria-hidden="true" />
    {countText(count)}
  </>
)
