import type { Work } from '#web/draft/editor/useDraftEditor.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './Graphic.module.css'

type Props = {
  named: boolean
  /** How far the uploads are; no action is possible meanwhile. */
  progress: string | undefined
  busy: Work | undefined
  over: boolean
  onKeep: () => void
  onSeal: () => void
}

/** The actions for the files. */
export const Actions = ({ named, progress, busy, over, onKeep, onSeal }: Props) => (
  <div className={styles.actions}>
    <Button
      kind="secondary"
      disabled={over || progress !== undefined || busy === 'sealing'}
      whyDisabled={progress}
      busy={busy === 'saving'}
      onClick={onKeep}
    >
      {named ? '保存' : '存入草稿箱'}
    </Button>
    <Button
      kind="primary"
      block
      disabled={over || busy === 'saving'}
      busy={progress !== undefined || busy === 'sealing'}
      onClick={onSeal}
    >
      {progress ?? '完成封存'}
    </Button>
  </div>
)
