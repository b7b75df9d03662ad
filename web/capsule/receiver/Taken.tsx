import { RECEIVED, type Waiting } from '#contract/receiver.ts'
import { formatChina } from '#contract/time.ts'
import { Button } from '#web/ui/Button.tsx'
import { now } from '#web/ui/clock.ts'
import { go } from '#web/ui/location.ts'
import { Answered } from './Answered.tsx'

/** The caller has received it: the ways to it, and to all that they have received. */
export const Taken = ({ capsule: { capsule_id: id, open_time } }: { capsule: Waiting }) => (
  <Answered text={open_time > formatChina(now()) ? RECEIVED : '已收下'}>
    <Button block onClick={() => go('capsuleDetail', { id, isOther: '0' })}>
      去看看这枚胶囊
    </Button>
    <Button kind="secondary" block onClick={() => go('meCapsule', { tab: 'received' })}>
      我收到的胶囊
    </Button>
  </Answered>
)
