import { Gift } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { GiftPicker } from './GiftPicker.tsx'

/** The button that opens the picker for giving a person capsules. */
export function GiftButton({ to }: { to: { id: string; nickname: string } }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind="secondary" onClick={() => setOpen(true)}>
        <Gift size={20} strokeWidth={1.75} aria-hidden="true" />
        赠送胶囊
      </Button>
      <GiftPicker key={to.id} to={to} open={open} onOpenChange={setOpen} />
    </>
  )
}
