import { Send } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { go } from '#web/ui/location.ts'

type Props = { id: string; to: string }

/** The way to what the sender of a sealed capsule hands over to the person it is for. */
export const ReceiverLink = ({ id, to }: Props) => (
  <Button kind="quiet" onClick={() => go('handOver', { id })}>
    <Send size={18} strokeWidth={1.75} aria-hidden="true" />
    寄给{to}
  </Button>
)
