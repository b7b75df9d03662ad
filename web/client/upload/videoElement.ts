const METADATA_TIMEOUT_MS = 10_000
/** Longer than any video: seeking there makes a browser find the end of a recording that does not state its length. */
const FAR_SECONDS = 1e7

/** How long a video lasts; undefined where this browser cannot tell. */
export const secondsOf = (video: Blob): Promise<number | undefined> =>
  withVideo(video, async (element) => {
    await loaded(element)
    if (element.duration === Number.POSITIVE_INFINITY) await seek(element, FAR_SECONDS)
    return Number.isFinite(element.duration) ? element.duration : undefined
  })

/** Gives a video element of these bytes to `look`, never on the page; undefined when that fails or takes too long. */
export async function withVideo<T>(
  video: Blob,
  look: (element: HTMLVideoElement) => Promise<T>,
): Promise<T | undefined> {
  const address = URL.createObjectURL(video)
  const element = document.createElement('video')
  Object.assign(element, { muted: true, playsInline: true, preload: 'auto', src: address })
  try {
    return await Promise.race([look(element), late()])
  } catch {
    return undefined
  } finally {
    element.removeAttribute('src')
    element.load()
    URL.revokeObjectURL(address)
  }
}

/** Begins to load; iOS does not by itself. */
export function loaded(element: HTMLVideoElement): Promise<void> {
  const ready = heard(element, 'loadedmetadata')
  element.load()
  return ready
}

export function seek(element: HTMLVideoElement, seconds: number): Promise<void> {
  const there = heard(element, 'seeked')
  element.currentTime = seconds
  return there
}

function heard(element: HTMLVideoElement, event: 'loadedmetadata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    element.addEventListener(event, () => resolve(), { once: true })
    element.addEventListener('error', () => reject(new Error('not a video this browser plays')), { once: true })
  })
}

const late = () => new Promise<undefined>((resolve) => setTimeout(resolve, METADATA_TIMEOUT_MS))
