import { FileText, Image, MapPin, Video } from 'lucide-react'
import type { ArchiveItem, ArchivePart } from '#contract/archiveFiles.ts'
import { CAPSULE_COLOURS } from '#contract/limits.ts'
import { useWords } from '../language.ts'
import styles from './Rows.module.css'

/** As everywhere: the id modulo five. */
export const colourOf = ({ id }: { id: string }): number => (Number.parseInt(id.slice(-9), 10) || 0) % CAPSULE_COLOURS

const ICONS = { picture: Image, video: Video, file: FileText, place: MapPin } as const

/** Its kind, how it stands, and which kinds of things are in it. */
export function Badges({ item }: { item: ArchiveItem }) {
  const words = useWords()
  const states = [
    item.state === 'draft' && words.draft,
    item.state === 'deleted' && words.deleted,
    item.hidden && words.hidden,
    item.public && words.public,
    item.judgement && words.results[item.judgement.result],
  ].filter((state) => typeof state === 'string')
  return (
    <p className={styles.badges}>
      <span>{words.kinds[item.kind]}</span>
      {states.map((state) => (
        <span key={state} data-state>
          {state}
        </span>
      ))}
      {(Object.keys(ICONS) as (keyof typeof ICONS)[]).map((kind) => (
        <Count key={kind} kind={kind} parts={item.parts} />
      ))}
    </p>
  )
}

function Count({ kind, parts }: { kind: keyof typeof ICONS; parts: ArchivePart[] }) {
  const words = useWords()
  const Icon = ICONS[kind]
  const found = parts.filter((part) => part.kind === kind)
  const [place] = found
  if (!place) return null
  const name = kind === 'place' ? words.place : words.medium[kind]
  return (
    <span>
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      <span className="hidden">{name}</span>
      {place.kind === 'place' ? place.name : found.length}
    </span>
  )
}
