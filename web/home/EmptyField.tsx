import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { go } from '#web/ui/location.ts'

/** The field before anybody has made a capsule public. */
export function EmptyField() {
  const start = () => go('timeCapsule')
  return <Empty text="暂无公开胶囊~" action={<Button onClick={start}>封存我的第一颗胶囊</Button>} />
}
