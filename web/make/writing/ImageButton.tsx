import type { Editor } from '@tiptap/react'
import { Image } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { PICTURES } from '#web/client/upload/accept.ts'
import styles from './Editor.module.css'
import { addImages, looking } from './imageUploads.ts'

/** 图片: chooses pictures, which go in where the caret is. */
export function ImageButton({ editor }: { editor: Editor }) {
  const input = useRef<HTMLInputElement>(null)
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    void addImages(editor, [...(currentTarget.files ?? [])])
    // The same file may be chosen again.
    currentTarget.value = ''
    editor.commands.focus()
  }
  return (
    <>
      <button
        type="button"
        className={styles.tool}
        aria-label="图片"
        title="图片"
        onClick={() => {
          void looking()
          input.current?.click()
        }}
      >
        <Image strokeWidth={1.75} aria-hidden />
      </button>
      <input ref={input} type="file" accept={PICTURES} multiple hidden aria-label="选择图片" onChange={take} />
    </>
  )
}
