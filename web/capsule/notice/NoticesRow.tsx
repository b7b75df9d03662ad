import { BellRing } from 'lucide-react'
import type { Card } from '#contract/capsule.ts'
import { go } from '#web/ui/location.ts'
import { Row } from '#web/ui/Rows.tsx'

/** A row of an opened capsule that leads to its notices: who was told, who opened it, whose links still lead to it. */
export const NoticesRow = ({ capsule: { id, long_tag } }: { capsule: Pick<Card, 'id' | 'long_tag'> }) => (
  <Row label="送达记录" icon={BellRing} value="通知过谁" onClick={() => go('notices', { id, name: long_tag })} />
)
