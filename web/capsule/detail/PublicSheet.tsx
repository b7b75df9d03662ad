import { Button } from '#web/ui/Button.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import styles from './PublicSheet.module.css'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The notice about files that go to others unchanged, if there are any. */
  whole: string | undefined
  onPublish: () => void
}

/** Asks before a private capsule becomes public: names the parts that everybody will see and those that stay private. */
export function PublicSheet({ open, onOpenChange, whole, onPublish }: Props) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="公开这枚胶囊">
      <dl className={styles.seen}>
        <dt>所有人都会看到</dt>
        <dd>标题、描述和里面的全部内容，你的昵称和头像，封存与打开的日子</dd>
        <dt>仍然只有你看得到</dt>
        <dd>写给自己的寄语和回复，安全问题，联系方式</dd>
      </dl>
      {whole && <p className="muted">{whole}</p>}
      <div className={styles.buttons}>
        <Button block onClick={onPublish}>
          公开
        </Button>
        <Button kind="secondary" block onClick={() => onOpenChange(false)}>
          先不
        </Button>
      </div>
    </Sheet>
  )
}
