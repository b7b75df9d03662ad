import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { wantsStillness } from '#web/ui/motionWish.ts'

/** A row of slides that follows the finger; `to` goes to a slide, at once where nothing should move. */
export function useSwiper(start: number, onSeen: (place: number) => void) {
  const [startIndex] = useState(start)
  const [viewport, swiper] = useEmblaCarousel({ startIndex, containScroll: false, duration: 22 })
  const [at, setAt] = useState(startIndex)
  const seen = useEffectEvent((place: number) => {
    if (place === at) return
    setAt(place)
    onSeen(place)
  })

  useEffect(() => {
    if (!swiper) return
    const heard = () => seen(swiper.selectedScrollSnap())
    swiper.on('select', heard)
    return () => void swiper.off('select', heard)
  }, [swiper])

  useEffect(() => {
    // The slide that had the focus cannot be reached any more.
    if (!swiper?.rootNode().contains(document.activeElement)) return
    swiper.slideNodes()[at]?.querySelector('button')?.focus({ preventScroll: true })
  }, [swiper, at])

  const to = (place: number, jump = wantsStillness()) => swiper?.scrollTo(place, jump)
  return { viewport, at, to }
}
