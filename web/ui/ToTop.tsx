import { ArrowUp } from 'lucide-react'
import { wantsStillness } from './motionWish.ts'
import styles from './ToTop.module.css'
import { useScrolledFar } from './useScrolledFar.ts'

/** Appears after 300 px and brings the page back to its top. */
export function ToTop() {
  const far = useScrolledFar()
  if (!far) return null
  const rise = () => window.scrollTo({ top: 0, behavior: wantsStillness() ? 'auto' : 'smooth' })
  return (
    <button type="button" className={styles.button} aria-label="回到顶部" onClick={rise}>
      <ArrowUp size={22} strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}
