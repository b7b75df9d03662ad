import { BellRing } from 'lucide-react'
import { type Card, TYPE } from '#contract/capsule.ts'
import { Button } from '#web/ui/Button.tsx'
import { go } from '#web/ui/location.ts'

/** The way to what was sent about a sealed capsule, and to whom; only a time capsule has contacts. */
export const NoticeLink = ({ card: { id, long_tag, type } }: { card: Pick<Card, 'id' | 'long_tag' | 'type'> }) => (
  <Button kind="quiet" onClick={() => go('notices', { id, name: long_tag })}>
    <BellRing size={18} strokeWidth={1.75} aria-hidden="true" />
    {type === TYPE.time ? '送达记录与联系人' : '送达记录'}
  </Button>
)
