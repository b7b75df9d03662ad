import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'

type Props = { query: { error: { message: string } | null; isFetching: boolean; refetch: () => unknown } }

/** What happened, and 重试. */
export function LoadFailed({ query }: Props) {
  return (
    <div role="alert">
      <Empty
        text={query.error?.message ?? ''}
        action={
          <Button kind="secondary" busy={query.isFetching} onClick={() => query.refetch()}>
            重试
          </Button>
        }
      />
    </div>
  )
}
