import { MapPin } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { type ArchiveItem, type ArchivePart, TYPE_OF } from '#contract/archiveFiles.ts'
import { momentText, openTimeText } from '#contract/time.ts'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import prose from '#web/ui/prose.module.css'
import { type Addressing, useAddresses } from '../addressOf.ts'
import { dateOf, titleOf } from '../find.ts'
import { useWords } from '../language.ts'
import { Badges, colourOf } from '../list/Badges.tsx'
import { picturesIn, type TextPicture, toNodes } from '../toNodes.ts'
import styles from './Item.module.css'
import { Medium, Picture } from './Media.tsx'
import { PictureViewer, type Picture as ViewedPicture } from './PictureViewer.tsx'

type Props = { item: ArchiveItem; heading: 'h1' | 'h2'; isEager?: boolean }

/** One item with everything that is known of it. `isEager`: for paper, on which nothing comes later. */
export function Item({ item, heading: Heading, isEager = false }: Props) {
  const words = useWords()
  const addressOf = useAddresses()
  const pictures = useMemo(() => item.parts.flatMap((part) => picturesOf(part, addressOf)), [item, addressOf])
  const [shown, setShown] = useState<number>()
  const show = (address: string) => setShown(pictures.findIndex((one) => one.address === address))
  return (
    <article className={styles.item}>
      <header className={styles.head}>
        <CapsuleIcon colorIndex={colourOf(item)} type={TYPE_OF[item.kind]} size={48} />
        <div>
          <p className={styles.day}>{words.longDay(dateOf(item))}</p>
          <Heading>{titleOf(item) || words.untitled}</Heading>
          <Badges item={item} />
        </div>
      </header>
      {item.missing && <p className={styles.missing}>{words.contentMissing(item.missing)}</p>}
      <div className={styles.parts}>
        {item.parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts never change
          <Part key={at} part={part} isEager={isEager} onPicture={show} />
        ))}
      </div>
      <Said item={item} />
      <Facts item={item} />
      {shown !== undefined && shown >= 0 && (
        <PictureViewer pictures={pictures} at={shown} onMove={setShown} onClose={() => setShown(undefined)} />
      )}
    </article>
  )
}

function picturesOf(part: ArchivePart, addressOf: Addressing): ViewedPicture[] {
  if (part.kind === 'text')
    return picturesIn(part.html, addressOf).map(({ address, alt }) => ({ address, name: alt, remark: '' }))
  if (part.kind !== 'picture' || part.missing) return []
  const address = addressOf(part.path)
  return address ? [{ address, name: part.name, remark: part.remark }] : []
}

type PartProps = { part: ArchivePart; isEager: boolean; onPicture: (address: string) => void }

const MEDIA: readonly string[] = ['picture', 'video', 'file']

/** A part of a kind that came after this reader is left out, and the others are shown. */
function Part({ part, isEager, onPicture }: PartProps) {
  const addressOf = useAddresses()
  if (part.kind === 'place') return <Place place={part} />
  if (part.kind === 'text') return <Text text={part} isEager={isEager} onPicture={onPicture} />
  if (part.kind === 'plain')
    return (
      <div>
        <p className={styles.plain}>{part.text}</p>
        <Remark remark={part.remark} />
      </div>
    )
  if (!MEDIA.includes(part.kind)) return null
  return <Medium medium={part} isEager={isEager} onOpen={() => onPicture(addressOf(part.path))} />
}

type TextProps = { text: ArchivePart & { kind: 'text' }; isEager: boolean; onPicture: (address: string) => void }

function Text({ text: { html, remark }, isEager, onPicture }: TextProps) {
  const addressing = useAddresses()
  const picture = (picture: TextPicture, key: string) => (
    <Picture key={key} picture={picture} isEager={isEager} onOpen={() => onPicture(picture.address)} />
  )
  return (
    <div>
      <div className={`${prose.prose} ${styles.text}`}>{toNodes(html, { picture, addressing })}</div>
      <Remark remark={remark} />
    </div>
  )
}

const Remark = ({ remark }: { remark: string }) => (remark ? <p className={styles.remark}>{remark}</p> : null)

function Place({ place: { name, address, latitude, longitude } }: { place: ArchivePart & { kind: 'place' } }) {
  const words = useWords()
  return (
    <p className={styles.place}>
      <MapPin size={20} strokeWidth={1.75} aria-hidden="true" />
      <span className="hidden">{words.place}</span>
      <span>
        {name} <span className="muted">{address}</span>
        {latitude !== null && longitude !== null && (
          <span className="muted">
            {' '}
            {latitude}, {longitude}
          </span>
        )}
      </span>
    </p>
  )
}

/** Words about it: to the person who opens it, to oneself, and what came of it. */
function Said({ item }: { item: ArchiveItem }) {
  const words = useWords()
  const { reply, judgement, questions } = item
  return (
    <div className={styles.said}>
      <Section title={words.words}>{item.words}</Section>
      <Section title={words.remark}>{item.remark}</Section>
      <Section title={words.reply} at={reply?.at}>
        {reply?.text}
      </Section>
      {judgement && (
        <Section title={words.judgement} at={judgement.at}>
          <b>{words.results[judgement.result]}</b>
          {judgement.confidence !== null && ` · ${words.confidence} ${judgement.confidence}%`}
          {!judgement.counts && ` · ${words.notCounted}`}
          {judgement.text && `\n${judgement.text}`}
        </Section>
      )}
      <Section title={words.questions}>{questions.join('\n')}</Section>
    </div>
  )
}

function Section({ title, at, children }: { title: string; at?: string | undefined; children: ReactNode }) {
  if (!children) return null
  return (
    <section>
      <p className={styles.label}>
        {title}
        {at && <time> {momentText(at)}</time>}
      </p>
      <p className={styles.plain}>{children}</p>
    </section>
  )
}

function Facts({ item }: { item: ArchiveItem }) {
  const words = useWords()
  const moments: [string, string][] = [
    [words.writtenAt, item.sealed_at ? '' : item.date],
    [words.createdAt, item.created_at === item.date ? '' : item.created_at],
    [words.sealedAt, item.sealed_at],
    [words.openedAt, item.opened_at],
    [words.deletedAt, item.deleted_at],
  ]
  const facts: [string, string][] = [
    ...moments.map(([name, at]): [string, string] => [name, at && momentText(at)]),
    [words.openTime, item.open_time && openTimeText(item.open_time)],
    [words.confidence, item.confidence === null || item.judgement ? '' : `${item.confidence}%`],
    [words.loves, item.loves > 0 ? String(item.loves) : ''],
  ]
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
