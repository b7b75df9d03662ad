import { Download } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { keyOf, named } from '#contract/media.ts'
import type { PictureFields } from '#contract/pictureFields.ts'
import { Button } from '#web/ui/Button.tsx'
import { ratioOf } from './ratioOf.ts'
import { type Refresh, useHeld } from './useHeld.ts'
import styles from './VideoPlayer.module.css'

type Props = {
  address: string
  label: string
  poster?: string
  /** The poster's size, which is the video's too. */
  size?: PictureFields
  refresh?: Refresh
  video?: RefObject<HTMLVideoElement | null>
  onPlay?: () => void
}

/** Plays a video in its place on the page. An expired address is replaced, and the video goes on where it was. */
export function VideoPlayer({ address, label, poster, size = {}, refresh, video, onPlay }: Props) {
  const { value, attempt, step, failed, again } = useHeld(address, refresh)
  const seconds = useRef(0)
  if (step === 'broken') return <Broken address={address} onRetry={() => void again()} />
  return (
    // biome-ignore lint/a11y/useMediaCaption: people's own recordings have none
    <video
      key={attempt}
      ref={video}
      className={styles.video}
      src={value}
      poster={poster}
      style={ratioOf(size)}
      aria-label={label}
      controls
      playsInline
      preload="metadata"
      onPlay={onPlay}
      onLoadedMetadata={(event) => {
        if (seconds.current > 0) event.currentTarget.currentTime = seconds.current
      }}
      onTimeUpdate={(event) => {
        seconds.current = event.currentTarget.currentTime
      }}
      onError={failed}
    />
  )
}

function Broken({ address, onRetry }: { address: string; onRetry: () => void }) {
  const key = keyOf(address)
  return (
    <div className={styles.broken} role="alert">
      <p>视频无法播放</p>
      <div className={styles.ways}>
        <Button kind="secondary" onClick={onRetry}>
          重试
        </Button>
        {key && (
          <a className={styles.download} href={named(address, nameOf(key))} download={nameOf(key)}>
            <Download size={18} strokeWidth={1.75} aria-hidden />
            下载视频
          </a>
        )}
      </div>
    </div>
  )
}

const nameOf = (key: string): string => `视频.${key.split('.').at(-1)}`
