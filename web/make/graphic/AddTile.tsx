import { Plus } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { PHOTOGRAPHS, PICTURES_AND_VIDEOS } from '#web/client/upload/accept.ts'
import { ActionSheet } from '#web/ui/Sheet.tsx'
import styles from './Graphic.module.css'

/** The choices on a phone; a computer has one dialog for everything. */
const WAYS = [
  { label: '图片或视频', accept: PICTURES_AND_VIDEOS, multiple: true },
  { label: '拍照', accept: PHOTOGRAPHS, capture: 'environment' },
  { label: '文件', multiple: true },
] as const
const EVERYTHING = WAYS.length - 1

const byFinger = (): boolean => window.matchMedia?.('(pointer: coarse)').matches ?? false

export function AddTile({ onPick }: { onPick: (files: readonly File[]) => void }) {
  const [choosing, setChoosing] = useState(false)
  const inputs = useRef<(HTMLInputElement | null)[]>([])

  function picked({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])]
    // The same file can be picked again after it was taken out.
    target.value = ''
    if (files.length > 0) onPick(files)
  }

  return (
    <li className={styles.tile}>
      <button
        type="button"
        className={`${styles.square} ${styles.add}`}
        onClick={() => (byFinger() ? setChoosing(true) : inputs.current[EVERYTHING]?.click())}
      >
        <Plus size={28} strokeWidth={1.75} aria-hidden />
        添加
      </button>
      {WAYS.map(({ label, ...input }, index) => (
        <input
          key={label}
          ref={(element) => {
            inputs.current[index] = element
          }}
          type="file"
          aria-label={label}
          hidden
          {...input}
          onChange={picked}
        />
      ))}
      <ActionSheet
        label="添加"
        open={choosing}
        onOpenChange={setChoosing}
        actions={WAYS.map(({ label }, index) => ({ label, onSelect: () => inputs.current[index]?.click() }))}
      />
    </li>
  )
}
