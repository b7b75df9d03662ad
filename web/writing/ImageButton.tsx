import type { Editor } from '@tiptap/react'
import { Image } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { IMAGE_TYPES } from '#contract/media.ts'
import styles from './Editor.module.css'
import { addImages } from './imageUploads.ts'

/** 图片: chooses pictures, which go in where the caret is. Named types make iPhones hand over JPEG. */
export function ImageButton({ editor }: { editor: Editor }) {
  const input = useRef<HTMLInputElement>(null)
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    addImages(editor, [...(currentTarget.files ?? [])])
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
        onClick={() => input.current?.click()}
      >
        <Image strokeWidth={1.75} aria-hidden />
      </button>
      <input
        ref={input}
        type="file"
        accept={IMAGE_TYPES.join(',')}
        multiple
        hidden
        aria-label="选择图片"
        onChange={take}
      />
    </>
  )
}
