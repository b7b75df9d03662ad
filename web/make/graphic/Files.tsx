import { type DragEvent, useRef } from 'react'
import { FILES_MAX } from '#contract/limits.ts'
import { type MadeItem, removeItem } from '#web/draft/current/files.ts'
import { confirm } from '#web/ui/ask.tsx'
import { AddTile } from './AddTile.tsx'
import { FileTile } from './FileTile.tsx'
import styles from './Graphic.module.css'
import { addFiles } from './uploading.ts'

type Props = { draft_id: string; items: MadeItem[]; onLook: (item: MadeItem) => void }

/** The grid of files; the tile that adds some is gone when it is full. */
export function Files({ draft_id, items, onLook }: Props) {
  const grid = useRef<HTMLUListElement>(null)
  const add = (files: readonly File[]) => void addFiles(draft_id, files)

  async function remove(item: MadeItem) {
    const text = `「${item.name}」将从这枚胶囊里删除。`
    if (item.state === 'done' && !(await confirm({ text, ok: '删除', danger: true }))) return
    removeItem(draft_id, item.id)
    grid.current?.focus()
  }

  const drop = (event: DragEvent) => {
    event.preventDefault()
    add([...event.dataTransfer.files])
  }

  return (
    <>
      <p className={styles.count} aria-live="polite">
        已选 {items.length}/{FILES_MAX}
      </p>
      <ul
        ref={grid}
        className={styles.grid}
        aria-label="胶囊里的文件"
        tabIndex={-1}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        {items.map((item) => (
          <FileTile key={item.id} item={item} onLook={() => onLook(item)} onRemove={() => void remove(item)} />
        ))}
        {items.length < FILES_MAX && <AddTile onPick={add} />}
      </ul>
    </>
  )
}
