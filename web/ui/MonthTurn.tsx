import type { LucideIcon } from 'lucide-react'
import { IconButton } from './IconButton.tsx'
import { toast } from './toast.tsx'

type Props = { label: string; icon: LucideIcon; whyNot?: string | undefined; onClick: () => void }

/** A month back or on; where there is none it says why. */
export const MonthTurn = ({ whyNot, onClick, ...button }: Props) => (
  <IconButton
    {...button}
    size={24}
    aria-disabled={whyNot ? true : undefined}
    onClick={whyNot ? () => toast(whyNot) : onClick}
  />
)
