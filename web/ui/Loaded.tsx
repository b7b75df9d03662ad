import type { ReactNode } from 'react'
import { SIGN_IN_OVER } from '#contract/codes.ts'
import { LoadFailed, type Failure as Why } from './LoadFailed.tsx'

type Failure = Why & { code: number }
type Props<Data> = {
  query: { data: Data | undefined; error: Failure | null; isFetching: boolean; refetch: () => unknown }
  /** Shown until the data has come. */
  skeleton: ReactNode
  children: (data: Data) => ReactNode
  /** Inside a card that has its own room around it. */
  compact?: boolean
}

/** Whether a call failed for good. Where only the sign-in is over, that is told already, and the page is left soon. */
export const failed = (error: Failure | null): error is Failure => error !== null && !SIGN_IN_OVER.includes(error.code)

/** The data that one call has brought, or why it did not come. */
export function Loaded<Data>({ query, skeleton, children, compact }: Props<Data>) {
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  if (!failed(error)) return skeleton
  return <LoadFailed failure={error} busy={isFetching} onRetry={refetch} compact={compact} />
}
