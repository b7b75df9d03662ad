import { Image } from 'lucide-react'
import { go } from '#web/ui/location.ts'
import { Row } from '#web/ui/Rows.tsx'

/** Leads to a picture of the capsule, which the person can give to others. */
export const PosterRow = ({ capsuleId }: { capsuleId: string }) => (
  <Row label="做成海报" icon={Image} value="带二维码的图片" onClick={() => go('poster', { id: capsuleId })} />
)
