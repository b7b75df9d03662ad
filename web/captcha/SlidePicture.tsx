import { useState } from 'react'
import type { Slide } from '#contract/captcha.ts'
import { Button } from '#web/ui/Button.tsx'
import { stringifyQuery } from '#web/ui/location.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './SlidePicture.module.css'
import type { Puzzle } from './useSlide.ts'

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
      style={{ aspectRatio: `${width} / ${height}` }}
      data-missed={missed ? '' : undefined}
    >
      {slide ? <Images key={time} puzzle={puzzle} slide={slide} onRetry={onRetry} /> : <Skeleton height="100%" />}
    </div>
  )
}

function Images({ puzzle, slide, onRetry }: Props & { slide: Slide }) {
  const { pk_id, time, x, drawn, onLoaded } = puzzle
  const [failed, setFailed] = useState(false)
  const query = stringifyQuery({ pk_id, time })
  if (failed) return <Failed again={onRetry} />
  return (
    <>
      <img
        className={styles.master}
        src={`/api/slideCode/createMasterMap${query}`}
        alt="有一个缺口的图片"
        draggable={false}
        onLoad={() => onLoaded('master')}
        onError={() => setFailed(true)}
      />
      <img
        className={styles.piece}
        style={pieceAt(x, slide)}
        src={`/api/slideCode/createAuxiliaryChart${query}`}
        alt=""
        draggable={false}
        onLoad={() => onLoaded('piece')}
        onError={() => setFailed(true)}
      />
      {!drawn && (
        <div className={styles.veil}>
          <Skeleton height="100%" />
        </div>
      )}
    </>
  )
}

function Failed({ again }: { again: () => void }) {
  return (
    <div className={styles.failed} role="alert">
      <p>图片加载失败</p>
      <Button kind="secondary" onClick={again}>
        重试
      </Button>
    </div>
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
