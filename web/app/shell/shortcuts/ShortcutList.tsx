import { Sheet } from '#web/ui/Sheet.tsx'
import styles from './ShortcutList.module.css'

const MOD = /Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl'

const KEYS: readonly { keys: readonly string[]; does: string }[] = [
  { keys: [MOD, 'S'], does: '保存正在写的内容' },
  { keys: [MOD, 'Enter'], does: '按下这一页的主按钮' },
  { keys: ['Esc'], does: '关闭打开的窗口，或返回上一页' },
  { keys: ['↑', '↓'], does: '在列表里挑选' },
  { keys: ['Enter'], does: '打开选中的一项' },
  { keys: ['/'], does: '在首页搜索' },
  { keys: ['?'], does: '看这张表' },
]

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

/** The list of keyboard shortcuts; loaded when somebody asks for it. */
export const ShortcutList = (props: Props) => (
  <Sheet {...props} title="键盘快捷键">
    <dl className={styles.list}>
      {KEYS.map(({ keys, does }) => (
        <div key={does} className={styles.row}>
          <dt>{does}</dt>
          <dd className={styles.keys}>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </Sheet>
)
