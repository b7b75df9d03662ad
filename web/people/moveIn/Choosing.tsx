import { BookPlus } from 'lucide-react'
import type { ImportSource } from '#contract/importSource.ts'
import { useUser } from '#web/client/api.ts'
import { CardList } from '#web/ui/Card.tsx'
import { countText } from '#web/ui/format.ts'
import { Intro } from '#web/ui/Intro.tsx'
import { Imports } from './Imports.tsx'
import styles from './MoveIn.module.css'
import { noteOf } from './note.ts'
import { SourceCard } from './SourceCard.tsx'
import { nameOf, SOURCES } from './sources.ts'

type Props = { failed: string | undefined; onChoose: (source: ImportSource, files: File[]) => void }

/** Where from: four sources, what cannot be moved in, and what has been. */
export const Choosing = ({ failed, onChoose }: Props) => (
  <>
    <Intro icon={BookPlus} title="把从前的日记搬进来">
      <p>文件在这台设备上读，你看过预览、按下「开始搬入」之后，才会上传要搬的内容。</p>
    </Intro>
    {failed && (
      <p className={styles.failed} role="alert">
        {failed}
      </p>
    )}
    <Unfinished />
    <CardList label="从哪里搬">
      {SOURCES.map((facts) => (
        <SourceCard key={facts.source} facts={facts} onChoose={onChoose} />
      ))}
    </CardList>
    <p className={`muted ${styles.below}`}>微信朋友圈和印象笔记没有官方导出，或者导出是加密的，所以搬不进来。</p>
    <Imports />
  </>
)

/** An import that was broken off, by a closed tab or a reload. */
function Unfinished() {
  const note = noteOf(useUser().data?.user.id)
  if (!note) return null
  return (
    <p className={styles.note}>
      上次的搬家没有做完：再选一次同一个文件，就会接着来。
      <span>
        {nameOf(note.source)} ·「{note.name}」· 搬了 {countText(note.done)}/{countText(note.all)} 篇
      </span>
    </p>
  )
}
