import type { ReactNode } from 'react'
import { IMPORTED_MAX } from '#contract/limits.ts'
import { dateText } from '#contract/time.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { BlankDiary } from '#web/ui/drawings/BlankDiary.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { countText } from '#web/ui/format.ts'
import { sizeText } from '#web/ui/sizeText.ts'
import { LeftOutList } from './LeftOutList.tsx'
import styles from './MoveIn.module.css'
import type { Ahead } from './reading/lookAhead.ts'
import type { Outline } from './reading/outline.ts'
import { nameOf } from './sources.ts'

type Props = { outline: Outline; ahead: Ahead; name: string }

/** All that would be moved in, before anything is sent. */
export const Preview = ({ outline, ahead, name }: Props) => (
  <>
    <p className={`muted ${styles.file}`} role="status">
      {nameOf(outline.source)} ·「{name}」读好了
    </p>
    {outline.entries.length === 0 ? (
      <Empty text="里面没有找到可以搬的日记" drawing={<BlankDiary />} />
    ) : (
      <Card as="section" className={styles.preview}>
        <h2>{titleOf(ahead)}</h2>
        <Facts outline={outline} ahead={ahead} />
      </Card>
    )}
    <LeftOutList list={outline.leftOut} />
  </>
)

const titleOf = ({ places, known }: Ahead): string => {
  if (places.length > 0) return `可以搬进来 ${countText(places.length)} 篇`
  return known > 0 ? '这些都已经搬进来了' : '没有可以搬的了'
}

function Facts({ outline: { lost }, ahead }: Omit<Props, 'name'>) {
  const { from, to, files, bytes, room, known, days, over } = ahead
  return (
    <dl className={styles.facts}>
      {from && <Fact name="日期">{from === to ? dateText(from) : `${dateText(from)} – ${dateText(to)}`}</Fact>}
      {files > 0 && (
        <Fact name="图片和文件" wrong={bytes > room}>
          {countText(files)} 个，{sizeText(bytes)}（还能存 {sizeText(room)}）
        </Fact>
      )}
      {isTight(ahead) && <Fact name="只搬文字">{whatStays(ahead)}</Fact>}
      {known > 0 && <Fact name="已经搬过">{countText(known)} 篇，会跳过</Fact>}
      {days > 0 && <Fact name="已有日记的日子">{countText(days)} 天，会放在一起</Fact>}
      {lost.length > 0 && <Fact name="带不过来">{lost.join('、')}</Fact>}
      {over > 0 && (
        <Fact name="放不下" wrong>
          {countText(over)} 篇，一共最多搬 {countText(IMPORTED_MAX)} 篇
        </Fact>
      )}
    </dl>
  )
}

/** The files do not fit, and there are words beside them. */
const isTight = ({ bytes, room, worded }: Ahead): boolean => bytes > room && worded > 0

function whatStays({ files, places, worded }: Ahead): string {
  const without = places.length - worded
  const gone = without > 0 ? `，${countText(without)} 篇只有图片或文件的也不搬` : ''
  return `留下 ${countText(files)} 个图片和文件${gone}。以后想补上，要先撤销这次搬家再重新搬`
}

const Fact = ({ name, wrong, children }: { name: string; wrong?: boolean; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd data-wrong={wrong || undefined}>{children}</dd>
  </div>
)

type FooterProps = { ahead: Ahead; onStart: (way: { wordsAlone: boolean }) => void; onAnew: () => void }

export const PreviewFooter = ({ ahead, onStart, onAnew }: FooterProps) => {
  const { places, worded, bytes, room } = ahead
  return (
    <div className={styles.buttons}>
      {places.length > 0 && (
        <Button
          block
          onClick={() => onStart({ wordsAlone: false })}
          disabled={bytes > room}
          whyDisabled={`空间不够，还差 ${sizeText(Math.max(0, bytes - room))}`}
        >
          开始搬入
        </Button>
      )}
      {isTight(ahead) && (
        <Button block kind="secondary" onClick={() => onStart({ wordsAlone: true })}>
          只搬文字（{countText(worded)} 篇）
        </Button>
      )}
      <Button block kind={places.length > 0 ? 'quiet' : 'primary'} onClick={onAnew}>
        换一个文件
      </Button>
    </div>
  )
}
