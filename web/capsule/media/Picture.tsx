import { ImageOff, Play } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import { keyOf, resized, snapshot } from '#contract/media.ts'
import type { PictureFields } from '#contract/pictureFields.ts'
import styles from './Picture.module.css'
import { Placeholder } from './Placeholder.tsx'
import { ratioOf } from './ratioOf.ts'
import { isVideo, type Seen } from './seen.ts'
import { type Refresh, useHeld } from './useHeld.ts'

type Props = {
  item: Seen
  /** Widths to choose from, in pixels, and how wide it is shown (`sizes` of HTML). */
  widths: readonly number[]
  sizes: string
  fit?: 'cover' | 'contain'
  refresh?: Refresh
  onTap: () => void
}

/** A picture, or a video's poster with a badge, in a box of fixed size; a picture that does not come can be tried again. */
export const Picture = (props: Props) => (isVideo(props.item) ? <Poster {...props} /> : <Image {...props} />)

function Image({ item, refresh, ...props }: Props) {
  const { value, attempt, step, failed, again } = useHeld(item.content, refresh)
  if (step === 'broken') return <Broken label={item.label} onRetry={() => void again()} />
  return (
    <button type="button" className={styles.tile} onClick={props.onTap}>
      <Sized
        key={attempt}
        {...props}
        of={item}
        address={value}
        alt={item.label}
        hidden={step === 'asking'}
        onError={failed}
      />
    </button>
  )
}

/** The video's own poster, else the frame that the store cuts, else a drawn tile. */
function Poster({ item, refresh, onTap, ...props }: Props) {
  const own = useHeld(item.poster ?? '', refresh)
  const [frameFailed, setFrameFailed] = useState(false)
  const hasOwn = item.poster !== undefined && own.step !== 'broken'
  const hasFrame = !hasOwn && !frameFailed && keyOf(item.content) !== undefined
  return (
    <button type="button" className={styles.tile} data-video="" onClick={onTap}>
      {hasOwn && (
        <Sized
          key={own.attempt}
          {...props}
          of={item}
          address={own.value}
          alt={item.label}
          hidden={own.step === 'asking'}
          onError={own.failed}
        />
      )}
      {hasFrame && (
        <img
          src={snapshot(item.content)}
          alt={item.label}
          loading="lazy"
          style={fitOf(props.fit)}
          onError={() => setFrameFailed(true)}
        />
      )}
      {!hasOwn && !hasFrame && <span className="hidden">{item.label}</span>}
      <span className={styles.badge}>
        <Play aria-hidden />
        <span className="hidden">播放</span>
      </span>
    </button>
  )
}

type SizedProps = Pick<Props, 'widths' | 'sizes' | 'fit'> & {
  of: PictureFields
  address: string
  alt: string
  hidden: boolean
  onError: () => void
}

/** Its box has the picture's own ratio, and its colours until it has come. */
function Sized({ of, address, alt, widths, sizes, fit = 'cover', hidden, onError }: SizedProps) {
  const [loaded, setLoaded] = useState(false)
  const stored = keyOf(address) !== undefined
  return (
    <>
      <Placeholder of={of} fit={fit} />
      <img
        src={stored ? resized(address, widths[0]!) : address}
        srcSet={stored ? widths.map((width) => `${resized(address, width)} ${width}w`).join(', ') : undefined}
        sizes={sizes}
        alt={alt}
        loading="lazy"
        decoding="async"
        draggable={false}
        data-waits={(of.placeholder && !loaded) || undefined}
        style={{ ...fitOf(fit), ...ratioOf(of), visibility: hidden ? 'hidden' : undefined }}
        onLoad={() => setLoaded(true)}
        onError={onError}
      />
    </>
  )
}

const fitOf = (fit: Props['fit'] = 'cover'): CSSProperties => ({ objectFit: fit })

function Broken({ label, onRetry }: { label: string; onRetry: () => void }) {
  return (
    <div className={styles.tile}>
      <div className={styles.broken}>
        <ImageOff size={28} strokeWidth={1.5} aria-hidden />
        <span className="hidden">{label}</span>
        <span>加载失败</span>
        <button type="button" className={styles.retry} onClick={onRetry}>
          重试
        </button>
      </div>
    </div>
  )
}
