import { Button } from '#web/ui/Button.tsx'
import { go } from '#web/ui/location.ts'

/** To make a capsule of one's own; whoever is not signed in signs in or registers on the way, and comes there then. */
export const Invitation = ({ kind = 'secondary' }: { kind?: 'primary' | 'secondary' }) => (
  <Button kind={kind} block onClick={() => go('timeCapsule')}>
    制作我的胶囊
  </Button>
)
