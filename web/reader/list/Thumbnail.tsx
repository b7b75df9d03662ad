import { Play } from 'lucide-react'
import { useState } from 'react'
import type { ArchiveItem, ArchivePart } from '#contract/archiveFiles.ts'
import { addressOf } from '../addressOf.ts'
import { picturesIn } from '../toNodes.ts'
import styles from './Rows.module.css'

/** A small picture, and the one it was made from where it is not there; '' where there is none, as for a video without a first picture. */
type Sources = { small: string; whole: string; isVideo?: boolean }

/** The small pictures of an item, the first one first. */
export const thumbnailsOf = ({ parts }: ArchiveItem): Sources[] =>
  parts.flatMap(sourcesOf).filter(({ small, isVideo }) => small || isVideo)

function sourcesOf(part: ArchivePart): Sources[] {
  if (part.kind === 'text')
    return picturesIn(part.html).map(({ address }) => ({ small: smallOf(address), whole: address }))
  if (part.kind !== 'picture' && part.kind !== 'video') return []
  const whole = part.kind === 'picture' ? addressOf(part.path) : ''
  return [{ small: addressOf(part.thumbnail || part.poster) || whole, whole, isVideo: part.kind === 'video' }]
}

/** The pictures of texts have no field for it: `originals/2026/7-1-name.jpg` is small as `thumbnails/2026/7-1.webp`. */
export const smallOf = (address: string): string =>
  address.replace(/^data\/originals\/([^/]+)\/(\d+-\d+)-.*$/, 'data/thumbnails/$1/$2.webp')

/** A video bears a sign that it plays, also where it has no picture. */
export function Thumbnail({ of: { small, whole, isVideo } }: { of: Sources }) {
  const [source, setSource] = useState(small)
  if (!source && !isVideo) return null
  const picture = source && (
    <img
      className={styles.thumbnail}
      src={source}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setSource(source === whole ? '' : whole)}
    />
  )
  if (!isVideo) return picture
  return (
    <span className={styles.film} aria-hidden="true">
      {picture}
      <Play size={18} strokeWidth={1.75} fill="currentcolor" />
    </span>
  )
}
