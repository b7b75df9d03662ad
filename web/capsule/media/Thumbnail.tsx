import type { ReactNode } from 'react'
import { keyOf, resized } from '#contract/media.ts'
import { type Refresh, useHeld } from './useHeld.ts'

type Props = {
  address: string
  /** The width of the picture to load, in pixels. */
  width: number
  className?: string
  refresh?: Refresh
  /** Shown where there is no picture, or where it does not come. */
  fallback?: ReactNode
}

/** A small picture beside the words that name it. A new picture starts anew; a new address of the same picture does not. */
export const Thumbnail = (props: Props) => <Held key={keyOf(props.address) ?? props.address} {...props} />

function Held({ address, width, className, refresh, fallback }: Props) {
  const { value, attempt, step, failed } = useHeld(address, refresh)
  if (!value || step === 'broken') return fallback
  return (
    <img
      key={attempt}
      className={className}
      src={keyOf(value) ? resized(value, width) : value}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      style={{ visibility: step === 'asking' ? 'hidden' : undefined }}
      onError={failed}
    />
  )
}
