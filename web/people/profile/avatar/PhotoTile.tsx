import { Camera } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { PICTURES } from '#web/client/upload/accept.ts'
import styles from './avatar.module.css'

/** 上传照片, among the drawn pictures. */
export function PhotoTile({ onPick }: { onPick: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    // The same file may be chosen again.
    currentTarget.value = ''
    if (file) onPick(file)
  }
  return (
    <>
      <button type="button" className={styles.tile} onClick={() => input.current?.click()}>
        <i className={styles.round}>
          <Camera size={24} strokeWidth={1.75} aria-hidden="true" />
        </i>
        上传照片
      </button>
      <input ref={input} type="file" accept={PICTURES} hidden aria-label="选择照片" onChange={take} />
    </>
  )
}
