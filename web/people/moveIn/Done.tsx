import { BookCheck } from 'lucide-react'
import { IMPORT_UNDO_DAYS } from '#contract/limits.ts'
import { Button } from '#web/ui/Button.tsx'
import { countText } from '#web/ui/format.ts'
import { Intro } from '#web/ui/Intro.tsx'
import { go } from '#web/ui/location.ts'
import { Imports } from './Imports.tsx'
import { LeftOutList } from './LeftOutList.tsx'
import styles from './MoveIn.module.css'
import type { LeftOut } from './parsed.ts'

type Props = { written: number; leftOut: readonly LeftOut[] }

export const Done = ({ written, leftOut }: Props) => (
  <>
    <Intro icon={BookCheck} title={`搬来了 ${countText(written)} 篇`}>
      <p role="status">它们都在自己的日子里了。{IMPORT_UNDO_DAYS} 天之内，可以整批撤销。</p>
    </Intro>
    <LeftOutList list={leftOut} />
    <Imports />
  </>
)

type FooterProps = { newest: string; onAnew: () => void }

export const DoneFooter = ({ newest, onAnew }: FooterProps) => (
  <div className={styles.buttons}>
    <Button block onClick={() => go('diaryList', { month: newest.slice(0, 7) })}>
      去看看
    </Button>
    <Button block kind="quiet" onClick={onAnew}>
      再搬一个
    </Button>
  </div>
)
