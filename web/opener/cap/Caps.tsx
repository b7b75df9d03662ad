import { FilePlus2, FolderOpen } from 'lucide-react'
import { type DragEvent, useEffect, useState, useSyncExternalStore } from 'react'
import { readMonthNumber } from '#contract/monthNumbers.ts'
import { ChooseFiles } from '../ChooseFiles.tsx'
import { filesIn, isCap } from '../dropped.ts'
import styles from '../Opener.module.css'
import { useOpenerWords } from '../words.ts'
import { CapRow } from './CapRow.tsx'
import type { makeCaps } from './caps.ts'

type Store = { caps: ReturnType<typeof makeCaps> }

/** Files, a number, and what of it opens. */
export function Caps({ caps }: Store) {
  return (
    <>
      <Choose caps={caps} />
      <NumberField caps={caps} />
      <Found caps={caps} />
    </>
  )
}

function Choose({ caps }: Store) {
  const { files: words } = useOpenerWords()
  const [isOver, setIsOver] = useState(false)
  const [isNone, setIsNone] = useState(false)
  useDrops(setIsOver, caps.add)

  function addFolder(files: File[]) {
    const found = files.filter(isCap)
    setIsNone(found.length === 0)
    caps.add(found)
  }
  return (
    <section className={styles.card} aria-labelledby="files">
      <h2 id="files">
        <span className={styles.step}>1</span>
        {words.title}
      </h2>
      <p className="muted">{words.note}</p>
      <div className={styles.drop} data-over={isOver || undefined}>
        <div className={styles.choices}>
          <ChooseFiles label={words.choose} icon={FilePlus2} isMain onFiles={caps.add} />
          {'webkitdirectory' in HTMLInputElement.prototype && (
            <ChooseFiles label={words.folder} icon={FolderOpen} isFolder onFiles={addFolder} />
          )}
        </div>
        <p className={`muted ${styles.orDrop}`}>{words.drop}</p>
      </div>
      <p role="status">{isNone && words.none}</p>
    </section>
  )
}

/** Anywhere on the page: a file that is dropped beside the field would else be opened in place of the page. */
function useDrops(over: (isOver: boolean) => void, add: (files: File[]) => void): void {
  useEffect(() => {
    const drag = (event: Event) => {
      event.preventDefault()
      over(event.type === 'dragover')
    }
    const drop = async (event: Event) => {
      drag(event)
      const { dataTransfer } = event as unknown as DragEvent
      add(await filesIn(dataTransfer))
    }
    window.addEventListener('dragover', drag)
    window.addEventListener('dragleave', drag)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', drag)
      window.removeEventListener('dragleave', drag)
      window.removeEventListener('drop', drop)
    }
  }, [over, add])
}

function NumberField({ caps }: Store) {
  const { number: words } = useOpenerWords()
  const [pasted, setPasted] = useState('')
  const read = readMonthNumber(pasted)
  return (
    <section className={styles.card} aria-labelledby="number">
      <h2 id="number">
        <span className={styles.step}>2</span>
        {words.title}
      </h2>
      <p className="muted" id="number-note">
        {words.note}
      </p>
      <textarea
        className={styles.number}
        aria-label={words.label}
        aria-describedby="number-note"
        placeholder="2036-05 3f9c…"
        rows={3}
        value={pasted}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        onChange={({ target }) => {
          setPasted(target.value)
          caps.use(readMonthNumber(target.value))
        }}
      />
      <p role="status" className={read ? styles.good : 'muted'}>
        {read ? words.read(read.from) : pasted.trim() && words.unread}
      </p>
    </section>
  )
}

function Found({ caps }: Store) {
  const { caps: words, files } = useOpenerWords()
  const all = useSyncExternalStore(caps.subscribe, caps.all)
  if (all.length === 0) return null
  const open = all.filter(({ state }) => state.is === 'open').length
  return (
    <section aria-labelledby="caps" className={styles.found}>
      <div className={styles.head}>
        <h2 id="caps">{words.title}</h2>
        <p className="muted" role="status">
          {words.summary(open, all.length)}
        </p>
        <button type="button" className={styles.quiet} onClick={caps.clear}>
          {files.clear}
        </button>
      </div>
      <ul className={styles.rows}>
        {all.map((cap) => (
          <CapRow
            key={`${cap.name} ${cap.file.size} ${cap.file.lastModified}`}
            cap={cap}
            isOnly={all.length === 1}
            caps={caps}
          />
        ))}
      </ul>
    </section>
  )
}
