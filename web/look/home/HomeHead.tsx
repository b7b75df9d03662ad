import { List, Search } from 'lucide-react'
import { IconButton } from '#web/ui/IconButton.tsx'
import styles from './HomeHead.module.css'

type Props = { asList: boolean; onAsList: (asList: boolean) => void; onSearch: () => void }

export const HomeHead = ({ asList, onAsList, onSearch }: Props) => (
  <header className={styles.head}>
    <div>
      <h1 className={styles.title}>胶囊宇宙</h1>
      <p className="muted">来自不同时间的人，把话留在了这里</p>
    </div>
    <div className={styles.tools}>
      <IconButton label="搜索" icon={Search} data-guide="search" onClick={onSearch} />
      <IconButton label="列表" icon={List} aria-pressed={asList} onClick={() => onAsList(!asList)} />
    </div>
  </header>
)
