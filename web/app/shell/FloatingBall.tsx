import { House } from 'lucide-react'
import { useEffect } from 'react'
import { go } from '#web/ui/location.ts'
import styles from './FloatingBall.module.css'
import { useBall } from './useBall.ts'

/** A way home that can be put where it is not in the way (specification 2). */
export function FloatingBall() {
  const { place, side, resting, scrolling, room, isPress, touches } = useBall()
  useEffect(() => {
    const { style } = document.documentElement
    if (side === 'right') style.setProperty('--ball-room', '60px')
    return () => void style.removeProperty('--ball-room')
  }, [side])
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--ball-end', `${room}px`)
    return () => void style.removeProperty('--ball-end')
  }, [room])
  return (
    <button
      type="button"
      className={styles.ball}
      style={{ translate: `${place.x}px ${place.y}px` }}
      data-side={side}
      data-resting={resting || undefined}
      data-scrolling={scrolling || undefined}
      aria-label="回到首页"
      {...touches}
      onClick={({ timeStamp }) => isPress(timeStamp) && go('home')}
    >
      <House size={22} strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}
