import { Skeleton } from '#web/ui/Skeleton.tsx'

/** While an outcome of unknown height is waited for, the words below it wait as well, so that they do not move. */
export const Waits = () => (
  <div data-waits="">
    <Skeleton height={160} />
  </div>
)
