import { FileText, MessageSquarePlus, Play, RotateCw, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ITEM } from '#contract/content.ts'
import { Placeholder } from '#web/capsule/media/Placeholder.tsx'
import { changeItem, isShown, type MadeItem } from '#web/draft/current/files.ts'
import { Coming } from '#web/ui/Coming.tsx'
import { sizeText } from '#web/ui/sizeText.ts'
import styles from './Graphic.module.css'
import { Ring } from './Ring.tsx'
import { upload } from './uploading.ts'
import { usePicture } from './usePicture.ts'

const RemarkDialog = lazy(() => import('./RemarkDialog.tsx').then((loaded) => ({ default: loaded.RemarkDialog })))

type Props = { item: MadeItem; onLook: () => void; onRemove: () => void }

/** One file: its picture or name, the progress of its upload, its remark, and its actions. */
export function FileTile({ item, onLook, onRemove }: Props) {
  const { id, name, state, reason } = item
  const reasonId = `${id}-reason`
  return (
    <li className={styles.tile}>
      <div className={styles.square} data-state={state}>
        {isShown(item) && state !== 'failed' ? (
          <button type="button" className={styles.look} onClick={onLook}>
            <span className="hidden">预览「{name}」</span>
            <span className={styles.preview} aria-hidden>
              <Preview item={item} />
            </span>
          </button>
        ) : (
          <Preview item={item} />
        )}
        {state === 'going' && <Ring item={item} />}
        {state === 'failed' && item.mayRetry && (
          <button type="button" className={styles.again} aria-describedby={reasonId} onClick={() => void upload(item)}>
            <RotateCw size={22} strokeWidth={1.75} aria-hidden />
            重试<span className="hidden">「{name}」</span>
          </button>
        )}
        <button type="button" className={styles.remove} aria-label={`删除「${name}」`} onClick={onRemove}>
          <X size={16} strokeWidth={2} aria-hidden />
        </button>
      </div>
      {state === 'failed' ? (
        <p id={reasonId} className={styles.reason}>
          {reason}
        </p>
      ) : (
        <Remark item={item} />
      )}
    </li>
  )
}

function Preview({ item }: { item: MadeItem }) {
  const { src, onError } = usePicture(item)
  if (!src) return <NoPicture item={item} />
  return (
    <>
      <Placeholder of={item} fit="cover" />
      <img className={styles.picture} src={src} alt="" draggable={false} onError={onError} />
      {item.type === ITEM.video && (
        <span className={styles.play}>
          <Play size={18} strokeWidth={1.75} aria-hidden />
        </span>
      )}
    </>
  )
}

function NoPicture({ item: { type, name, size } }: { item: MadeItem }) {
  const Icon = type === ITEM.video ? Play : FileText
  return (
    <span className={styles.file}>
      <Icon size={26} strokeWidth={1.75} aria-hidden />
      <b>{name}</b>
      {size !== undefined && <small>{sizeText(size)}</small>}
    </span>
  )
}

function Remark({ item: { id, name, comment } }: { item: MadeItem }) {
  const [writing, setWriting] = useState(false)
  return (
    <>
      <button
        type="button"
        className={styles.remark}
        data-empty={comment === '' || undefined}
        aria-haspopup="dialog"
        aria-label={comment ? `「${name}」的备注：${comment}` : `给「${name}」添加备注文字`}
        onClick={() => setWriting(true)}
      >
        {!comment && <MessageSquarePlus size={16} strokeWidth={1.75} aria-hidden />}
        <span>{comment || '备注'}</span>
      </button>
      {writing && (
        <Suspense fallback={<Coming as="card" onBack={() => setWriting(false)} />}>
          <RemarkDialog
            name={name}
            comment={comment}
            onSave={(text) => changeItem(id, { comment: text })}
            onGone={() => setWriting(false)}
          />
        </Suspense>
      )}
    </>
  )
}
