import type { Editor } from '@tiptap/react'
import { RotateCw, Trash2 } from 'lucide-react'
import { createPortal } from 'react-dom'
import { useStore } from 'zustand'
import styles from './Image.module.css'
import { type ImageUpload, removeImage, retryImage, uploadsOf } from './imageUploads.ts'

/** Placeholders for pictures on their way, each at its place in the text. */
export function ImagePlaceholders({ editor }: { editor: Editor }) {
  const { list } = useStore(uploadsOf(editor))
  return list.map((upload) => createPortal(<Placeholder editor={editor} upload={upload} />, upload.element, upload.id))
}

function Placeholder({ editor, upload }: { editor: Editor; upload: ImageUpload }) {
  const { file, picture, failed, mayRetry, share } = upload
  return (
    <figure className={styles.placeholder} aria-label={`图片 ${file.name}`}>
      <img className={styles.picture} src={picture} alt="" />
      <figcaption className={styles.state}>
        {failed ? (
          <span role="alert" className={styles.failed}>
            {failed}
          </span>
        ) : (
          <progress className={styles.progress} aria-label={`正在上传 ${file.name}`} max={1} value={share} />
        )}
        {failed && mayRetry && (
          <button type="button" className={styles.act} onClick={() => retryImage(editor, upload)}>
            <RotateCw size={18} strokeWidth={1.75} aria-hidden="true" />
            重试
          </button>
        )}
        <button type="button" className={styles.act} onClick={() => removeImage(editor, upload)}>
          <Trash2 size={18} strokeWidth={1.75} aria-hidden="true" />
          删除
        </button>
      </figcaption>
    </figure>
  )
}
