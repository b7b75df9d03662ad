import { Flame, History, type LucideIcon, Trash2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { Output } from '#contract/calls.ts'
import { TEXT } from '#contract/codes.ts'
import { CLEAR_HISTORY } from '#contract/search.ts'
import { useSend } from '#web/client/api.ts'
import { confirm } from '#web/ui/ask.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './Hints.module.css'

const WIDTHS = [88, 64, 112, 72, 96, 64]

type Props = Output<'searchList'> & { onSearch: (word: string) => void; onCleared: () => void }

/** Keywords that many search for, and this person's latest ones. */
export function Hints({ hot, record, onSearch, onCleared }: Props) {
  const forget = useSend('deleteHistory', { onSuccess: onCleared, meanwhile: TEXT.deleting })
  const clear = async () => {
    if (await confirm({ text: CLEAR_HISTORY, danger: true })) forget.mutate({})
  }
  if (hot.length + record.length === 0) return <p className="muted">试试昵称，或标题里的几个字</p>
  return (
    <>
      <Words title="热门搜索" icon={Flame} words={hot.map(({ keyword }) => keyword)} onSearch={onSearch} />
      <Words
        title="历史搜索"
        icon={History}
        words={record.map(({ keyword }) => keyword)}
        onSearch={onSearch}
        end={<IconButton label="清空历史记录" icon={Trash2} size={20} onClick={() => !forget.isPending && clear()} />}
      />
    </>
  )
}

type WordsProps = {
  title: string
  icon: LucideIcon
  words: string[]
  onSearch: (word: string) => void
  end?: ReactNode
}

/** A group of words to tap; nothing where there are none. */
function Words({ title, icon: Icon, words, onSearch, end }: WordsProps) {
  const id = useId()
  if (words.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h3 id={id} className={styles.title}>
          <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
          {title}
        </h3>
        {end}
      </div>
      <ul className={styles.words}>
        {words.map((word) => (
          <li key={word}>
            <button type="button" className={styles.word} onClick={() => onSearch(word)}>
              {word}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

export const HintsSkeleton = () => (
  <div aria-busy="true">
    <span className="hidden">{TEXT.loading}</span>
    <div className={styles.words} aria-hidden="true">
      {WIDTHS.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change
        <Skeleton key={index} width={width} height={40} round />
      ))}
    </div>
  </div>
)
