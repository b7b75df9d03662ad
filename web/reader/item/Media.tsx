import { FileText } from 'lucide-react'
import { useState } from 'react'
import type { ArchiveMedium } from '#contract/archiveFiles.ts'
import { useAddresses } from '../addressOf.ts'
import { useWords } from '../language.ts'
import type { TextPicture } from '../toNodes.ts'
import { sizeText } from '../words.ts'
import styles from './Media.module.css'

const AUDIO = /\.(?:mp3|m4a|aac|wav|ogg|oga|opus|flac|amr)$/i

type PictureProps = { picture: TextPicture; address?: string; isEager: boolean; onOpen: () => void }

/** A picture that opens as large as the window; in its place stands a sentence where its file is not there. */
export function Picture({ picture, address, isEager, onOpen }: PictureProps) {
  const words = useWords()
  const { alt, width, height } = picture
  const [gone, setGone] = useState(false)
  if (gone) return <span className={styles.gone}>{words.notUnpacked(alt || words.picture)}</span>
  return (
    <button type="button" className={styles.picture} aria-label={words.openPicture(alt).trim()} onClick={onOpen}>
      <img
        src={address ?? picture.address}
        alt=""
        width={width}
        height={height}
        loading={isEager ? 'eager' : 'lazy'}
        decoding="async"
        onError={() => setGone(true)}
      />
    </button>
  )
}

/** A video, a sound or any other file, with its name and what was said about it. */
export function Medium({ medium, isEager, onOpen }: { medium: ArchiveMedium; isEager: boolean; onOpen: () => void }) {
  const words = useWords()
  const addressOf = useAddresses()
  const { name, path, missing, remark, kind } = medium
  const address = addressOf(path)
  if (missing || !address) return <p className={styles.gone}>{words.fileMissing(name, missing)}</p>
  return (
    <figure className={styles.figure} data-kind={kind}>
      <Shown medium={medium} address={address} isEager={isEager} onOpen={onOpen} />
      {remark && <figcaption>{remark}</figcaption>}
    </figure>
  )
}

type ShownProps = { medium: ArchiveMedium; address: string; isEager: boolean; onOpen: () => void }

function Shown({ medium, address, isEager, onOpen }: ShownProps) {
  const addressOf = useAddresses()
  const { name, kind, width, height, poster, thumbnail } = medium
  const sides = width && height ? { width, height } : {}
  if (kind === 'picture')
    return <Picture picture={{ address, alt: name, ...sides }} isEager={isEager} onOpen={onOpen} />
  const first = addressOf(poster || thumbnail)
  if (kind === 'video')
    return (
      <video
        className={styles.video}
        src={address}
        poster={first || undefined}
        data-bare={!first || undefined}
        aria-label={name}
        controls
        playsInline
        preload="metadata"
        {...sides}
      />
    )
  return (
    <>
      {AUDIO.test(name) && (
        // biome-ignore lint/a11y/useMediaCaption: people's own sounds have none
        <audio className={styles.audio} src={address} aria-label={name} controls preload="none" />
      )}
      <FileLink medium={medium} address={address} />
    </>
  )
}

/** Opened beside the page; what has no name in its address is saved under its own. */
function FileLink({ medium: { name, bytes }, address }: { medium: ArchiveMedium; address: string }) {
  const way = address.startsWith('blob:') ? { download: name } : { target: '_blank', rel: 'noopener noreferrer' }
  return (
    <a className={styles.file} href={address} {...way}>
      <FileText size={22} strokeWidth={1.75} aria-hidden="true" />
      <span>{name}</span>
      <span className="muted">{sizeText(bytes)}</span>
    </a>
  )
}
