import { useEffect, useEffectEvent, useRef } from 'react'

type OnPhones = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/**
 * Takes a video to the full screen when it plays, where that is allowed; once the person leaves it, the video stops and
 * `onLeft` is called. iPhones have a full screen of their own for videos.
 */
export function useFullScreen(onLeft: () => void) {
  const video = useRef<HTMLVideoElement>(null)
  const inside = useRef(false)

  const left = useEffectEvent(() => {
    if (!inside.current) return
    inside.current = false
    video.current?.pause()
    onLeft()
  })

  useEffect(() => {
    const changed = () => {
      if (document.fullscreenElement) inside.current = true
      else left()
    }
    const entered = () => {
      inside.current = true
    }
    const watch = new AbortController()
    document.addEventListener('fullscreenchange', changed, { signal: watch.signal })
    // These events do not bubble to the document; the document hears them in the capture phase.
    document.addEventListener('webkitbeginfullscreen', entered, { signal: watch.signal, capture: true })
    document.addEventListener('webkitendfullscreen', left, { signal: watch.signal, capture: true })
    return () => watch.abort()
  }, [])

  return { video, enter: () => void enter(video.current) }
}

async function enter(video: OnPhones | null): Promise<void> {
  if (!video || document.fullscreenElement) return
  try {
    if (video.requestFullscreen) await video.requestFullscreen()
    else video.webkitEnterFullscreen?.()
  } catch {
    // Full screen is not allowed here: the video plays in its place on the page.
  }
}
