import { useEffect, useState } from 'react'
import { COPY, OFFLINE_TITLE } from '#contract/offline.ts'
import type { measureCopy } from '#web/client/offline/copy.ts'
import { isWished } from '#web/client/offline/wish.ts'
import { Button } from '#web/ui/Button.tsx'
import { Rows } from '#web/ui/Rows.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { sizeText } from '#web/ui/sizeText.ts'
import { toast } from '#web/ui/toast.tsx'
import styles from './OfflineReading.module.css'

const HINT = `没有网络时，也能读最近 ${COPY.months} 个月的日记和最新解封的 ${COPY.capsules} 枚胶囊。内容加密存在这台设备上，最多 ${sizeText(COPY.bytes)}，保留 ${COPY.days} 天，退出登录即删除。还封着的胶囊不会存。共用的电脑上请不要打开。`
const CANNOT = '这个浏览器不能加密保存，无法离线阅读'

const copy = () => import('#web/client/offline/copy.ts')

type State = Awaited<ReturnType<typeof measureCopy>> & { on: boolean }

/** Whether one's own diaries and opened capsules are kept on this device for reading without a network, and how much there is. */
export function OfflineReading({ owner }: { owner: string }) {
  const state = useCopyState()
  const [wish, setWish] = useState<boolean>()
  const on = wish ?? state?.on ?? isWished()

  async function change(next: boolean) {
    setWish(next)
    const { beginCopy, endCopy } = await copy()
    if (!next) await endCopy()
    else if (!(await beginCopy(owner))) toast(CANNOT)
    setWish(undefined)
  }
  // A page of the application that does not come says so by itself.
  const act = (next: boolean) => void change(next).catch(() => setWish(undefined))
  return (
    <Rows label={OFFLINE_TITLE}>
      <li className={styles.row}>
        <Switch label={OFFLINE_TITLE} hint={HINT} checked={on} onChange={act} />
      </li>
      {on && state?.on && (
        <li className={styles.kept}>
          <span role="status">{keptText(state)}</span>
          <Button kind="quiet" label="清除离线副本" onClick={() => act(false)}>
            清除
          </Button>
        </li>
      )}
    </Rows>
  )
}

const keptText = ({ diaries, capsules, bytes, listedAt }: State): string =>
  listedAt === 0 ? '正在准备…' : `已存 ${diaries} 篇日记、${capsules} 枚胶囊，${sizeText(bytes)}`

/** How much is kept now, anew whenever that changes. */
function useCopyState(): State | undefined {
  const [state, setState] = useState<State>()
  useEffect(() => {
    let leave: (() => void) | undefined
    let left = false
    const come = ({ onCopy, measureCopy }: Awaited<ReturnType<typeof copy>>) => {
      if (left) return
      const look = () => void measureCopy().then((now) => left || setState({ ...now, on: isWished() }))
      leave = onCopy(look)
      look()
    }
    void copy().then(come, () => undefined)
    return () => {
      left = true
      leave?.()
    }
  }, [])
  return state
}
