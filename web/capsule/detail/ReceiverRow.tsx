import { Send } from 'lucide-react'
import type { Detail } from '#contract/capsule.ts'
import { go } from '#web/ui/location.ts'
import { Row } from '#web/ui/Rows.tsx'

/** A row of an opened capsule for somebody else, that leads to what its sender hands over; nothing of one for oneself. */
export const ReceiverRow = ({ capsule: { id, to } }: { capsule: Pick<Detail, 'id' | 'to'> }) =>
  to !== undefined && <Row label={`寄给${to}`} icon={Send} value="链接和卡片" onClick={() => go('handOver', { id })} />
