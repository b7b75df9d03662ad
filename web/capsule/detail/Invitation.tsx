import { Button } from '#web/ui/Button.tsx'
import { go } from '#web/ui/location.ts'

/** Leads to making a capsule of one's own; a visitor who is not signed in signs in or registers on the way. */
export const Invitation = ({ kind = 'secondary' }: { kind?: 'primary' | 'secondary' }) => (
  <Button kind={kind} block onClick={() => go('timeCapsule')}>
    制作我的胶囊
  </Button>
)
