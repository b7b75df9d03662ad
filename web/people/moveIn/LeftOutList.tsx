import { chinaDay } from '#contract/time.ts'
import { canSave, save } from '#web/client/saveFile.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { now } from '#web/ui/clock.ts'
import { countText } from '#web/ui/format.ts'
import { canShareFile, shareFile } from '#web/ui/shareFile.ts'
import styles from './MoveIn.module.css'
import type { LeftOut } from './parsed.ts'

const SHOWN_MOST = 100

/** The things that do not come along, each by its name and why; all of it can be saved. */
export function LeftOutList({ list }: { list: readonly LeftOut[] }) {
  if (list.length === 0) return null
  const more = list.length - SHOWN_MOST
  return (
    <Card as="section" className={styles.leftOut}>
      <details>
        <summary>
          <h2>没有搬的 {countText(list.length)} 项</h2>
        </summary>
        <Ways file={fileOf(list)} />
        <ul>
          {list.slice(0, SHOWN_MOST).map(({ name, why }) => (
            <li key={`${name} ${why}`}>
              {name}：{why}
            </li>
          ))}
        </ul>
        {more > 0 && <p className="muted">还有 {countText(more)} 项，都在清单里</p>}
      </details>
    </Card>
  )
}

const fileOf = (list: readonly LeftOut[]): File =>
  new File([list.map(({ name, why }) => `${name}：${why}\r\n`).join('')], `没有搬的-${chinaDay(now())}.txt`, {
    type: 'text/plain',
  })

/** Our shells take no downloads; there it is shared. */
function Ways({ file }: { file: File }) {
  if (canSave())
    return (
      <Button kind="secondary" onClick={() => save(file)}>
        保存清单
      </Button>
    )
  if (!canShareFile(file)) return null
  return (
    <Button kind="secondary" onClick={() => void shareFile(file, '分享失败，请稍后再试')}>
      分享清单
    </Button>
  )
}
