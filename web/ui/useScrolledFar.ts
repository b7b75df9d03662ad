import { useEffect, useState } from 'react'
import { SCROLL_THROTTLE_MS, TO_TOP_AFTER_PX } from '#contract/limits.ts'

/** Whether the page is scrolled by more than 300 px. */
export function useScrolledFar(): boolean {
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
