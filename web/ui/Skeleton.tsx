import styles from './Skeleton.module.css'

type Props = { width?: number | string; height?: number | string; round?: boolean }

/** A quiet block in the place of something that is still loading. */
export function Skeleton({ width = '100%', height = 16, round }: Props) {
  return <span className={styles.block} data-round={round ? '' : undefined} style={{ width, height }} />
}

/** Several of them, one below another. */
export const Skeletons = ({ count, height }: { count: number; height: number }) =>
  Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
    <Skeleton key={index} height={height} />
  ))
