import { ArrowUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { SCROLL_THROTTLE_MS, TO_TOP_AFTER_PX } from '#contract/limits.ts'
import { wantsStillness } from './motionWish.ts'
import styles from './ToTop.module.css'

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

function useScrolledFar(): boolean {
  const [far, setFar] = useState(() => window.scrollY > TO_TOP_AFTER_PX)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      timer = undefined
      setFar(window.scrollY > TO_TOP_AFTER_PX)
    }
    const scrolled = () => {
      timer ??= setTimeout(look, SCROLL_THROTTLE_MS)
    }
    window.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      window.removeEventListener('scroll', scrolled)
      clearTimeout(timer)
    }
  }, [])
  return far
}
