import { ImagePlus } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { PICTURES } from '#web/client/upload/accept.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './Feedback.module.css'
import type { ChosenPicture } from './usePicture.ts'

/** One picture, chosen and taken away again. */
export function PictureField({ picture: { shown, uploading, choose, drop } }: { picture: ChosenPicture }) {
  const input = useRef<HTMLInputElement>(null)
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    // The same file may be chosen again.
    currentTarget.value = ''
    if (file) void choose(file)
  }
  return (
    <div className={styles.picture}>
      {shown && <img src={shown.address} alt="附上的图片" />}
      {shown ? (
        <Button kind="quiet" onClick={drop}>
          移除图片
        </Button>
      ) : (
        <Button kind="secondary" busy={uploading} onClick={() => input.current?.click()}>
          <ImagePlus size={20} strokeWidth={1.75} aria-hidden="true" />
          添加图片（选填）
        </Button>
      )}
      <input ref={input} type="file" accept={PICTURES} hidden aria-label="选择图片" onChange={take} />
    </div>
  )
}
