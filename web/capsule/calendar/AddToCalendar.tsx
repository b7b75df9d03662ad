import { CalendarPlus } from 'lucide-react'
import { useSend } from '#web/client/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { openCalendar } from './openCalendar.ts'

type Props = { capsuleId: string; kind?: 'primary' | 'secondary' | 'quiet'; block?: boolean }

/** Puts the open time of a sealed capsule, and nothing else of it, into the device's own calendar. */
export function AddToCalendar({ capsuleId, kind = 'secondary', block }: Props) {
  const event = useSend('calendarEvent', { onSuccess: ({ url }) => openCalendar(url) })
  return (
    <Button kind={kind} block={block} busy={event.isPending} onClick={() => event.mutate({ capsule_id: capsuleId })}>
      <CalendarPlus size={20} strokeWidth={1.75} aria-hidden="true" />
      加入系统日历
    </Button>
  )
}
