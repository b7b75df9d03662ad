import { Mail, Smartphone, UserRound } from 'lucide-react'
import type { NoticeRow } from '#contract/notice.ts'
import { PlatformIcon } from '#web/ui/PlatformIcon.tsx'

const ICONS = { owner: UserRound, tel: Smartphone, email: Mail }

/** Whom a message goes to, as a drawing. */
export function ChannelIcon({ to }: { to: NoticeRow['to'] }) {
  if (to === 'weibo') return <PlatformIcon provider="weibo" size={22} />
  const Icon = ICONS[to]
  return <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
}
