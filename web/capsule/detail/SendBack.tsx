import type { Detail } from '#contract/capsule.ts'
import { authorName } from '#web/people/account/authorName.ts'
import { Button } from '#web/ui/Button.tsx'
import { go } from '#web/ui/location.ts'

/** Begins a capsule for who sent this one, with a day of its own. */
export const SendBack = ({ capsule: { id, user } }: { capsule: Pick<Detail, 'id' | 'user'> }) => (
  <Button kind="secondary" block onClick={() => go('timeCapsule', { back: id, name: authorName(user) })}>
    回寄一枚
  </Button>
)
