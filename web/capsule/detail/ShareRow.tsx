import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { Row } from '#web/ui/Rows.tsx'
import { ShareSheet } from './ShareSheet.tsx'
import type { Sharing } from './useShare.ts'

/** Leads to sharing an opened capsule by link, and says whether a link is out. */
export function ShareRow({ capsule }: { capsule: Sharing }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Row
        label="分享这枚胶囊"
        icon={Share2}
        value={capsule.shared === 1 ? '分享中' : undefined}
        onClick={() => setOpen(true)}
      />
      <ShareSheet capsule={capsule} open={open} onOpenChange={setOpen} />
    </>
  )
}
