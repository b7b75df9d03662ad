import type { HTMLAttributes, ReactNode, RefCallback } from 'react'
import styles from './Card.module.css'
import { Skeleton } from './Skeleton.tsx'

type CardProps = HTMLAttributes<HTMLElement> & {
  ref?: RefCallback<HTMLElement>
  as?: 'div' | 'section' | 'article' | 'blockquote' | 'header' | 'p' | 'span' | 'li'
  /** One of many, or one among other things on its page. */
  small?: boolean
  /** A line around it instead of a shadow, where the ground is dark or raised. */
  outlined?: boolean
}

/** A surface of its own; a button when it can be pressed. */
export function Card({ as = 'div', small, outlined, className = '', ...rest }: CardProps) {
  const Tag = rest.onClick ? 'button' : as
  return (
    <Tag
      {...rest}
      type={rest.onClick && 'button'}
      className={`${styles.card} ${className}`}
      data-small={small || undefined}
      data-outlined={outlined || undefined}
    />
  )
}

type RowProps = CardProps & {
  /** A picture or an icon before the words. */
  start?: ReactNode
  /** An action or a state, after the words. */
  end?: ReactNode
  /** The words may be many: the picture or icon stands beside the first line. */
  top?: boolean
}

/** A card of one row: its name and what else is to say, between a picture and an action. */
export function CardRow({ start, end, top, children, className = '', ...card }: RowProps) {
  const Words = card.onClick || card.as === 'span' ? 'span' : 'div'
  return (
    <Card {...card} className={`${styles.row} ${className}`} data-top={top || undefined}>
      {start}
      <Words className={styles.words}>{children}</Words>
      {end}
    </Card>
  )
}

export const CardList = ({ label, children }: { label?: string; children: ReactNode }) => (
  <ul className={styles.list} aria-label={label}>
    {children}
  </ul>
)

type SkeletonsProps = Pick<RowProps, 'top' | 'small' | 'outlined'> & {
  count: number
  /** How large the picture before the words is, in pixels. */
  size: number
  /** The picture is no circle. */
  square?: boolean
  /** Class of the list, for grids. */
  className?: string
}

/** A list of rows that is still loading. */
export const CardSkeletons = ({ count, size, square, className = styles.list, ...row }: SkeletonsProps) => (
  <div className={className} aria-busy="true">
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
      <CardRow key={index} {...row} start={<Skeleton width={size} height={size} round={!square} />}>
        <Skeleton width="52%" height={18} />
        <Skeleton width="36%" height={14} />
      </CardRow>
    ))}
  </div>
)
