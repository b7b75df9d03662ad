import type { CSSProperties } from 'react'
import type { Slide } from '#contract/captcha.ts'
import { queryText } from '#contract/pages.ts'
import { LoadFailed } from '#web/ui/LoadFailed.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './SlidePicture.module.css'
import { type Puzzle, SHAKE_MS } from './useSlide.ts'

/** The shape of the pictures until the server has told it. */
const USUAL = { width: 320, height: 180 }

type Props = { puzzle: Puzzle; onRetry: () => void }

/** The picture with its gap, and the piece where it stands now. */
export function SlidePicture({ puzzle, onRetry }: Props) {
  const { slide, time, missed } = puzzle
  const { width, height } = slide ?? USUAL
  return (
    <div
      className={styles.picture}
      style={{ aspectRatio: `${width} / ${height}`, '--shake': `${SHAKE_MS}ms` } as CSSProperties}
      data-missed={missed ? '' : undefined}
    >
      {slide ? <Images key={time} puzzle={puzzle} slide={slide} onRetry={onRetry} /> : <Skeleton height="100%" />}
    </div>
  )
}

function Images({ puzzle, slide, onRetry }: Props & { slide: Slide }) {
  const { pk_id, time, x, drawn, broken, onLoaded, onBroken } = puzzle
  const query = queryText({ pk_id, time })
  if (broken) {
    return (
      <div className={styles.failed}>
        <LoadFailed failure={{ message: '图片加载失败' }} onRetry={onRetry} compact />
      </div>
    )
  }
  return (
    <>
      <img
        className={styles.master}
        src={`/api/slideCode/createMasterMap${query}`}
        alt="有一个缺口的图片"
        draggable={false}
        onLoad={() => onLoaded('master')}
        onError={onBroken}
      />
      <img
        className={styles.piece}
        style={pieceAt(x, slide)}
        src={`/api/slideCode/createAuxiliaryChart${query}`}
        alt=""
        draggable={false}
        onLoad={() => onLoaded('piece')}
        onError={onBroken}
      />
      {!drawn && (
        <div className={styles.veil}>
          <Skeleton height="100%" />
        </div>
      )}
    </>
  )
}

/** Pixels of the master image as shares of it, so that the picture may be drawn at any size. */
function pieceAt(x: number, { width, height, piece_width, y }: Slide) {
  return {
    left: `${(x / width) * 100}%`,
    top: `${(y / height) * 100}%`,
    width: `${(piece_width / width) * 100}%`,
  }
}
