import { useUser } from '#web/client/api.ts'

/** How many diary capsules are left, for the end of a sentence that says the cost; '' until it is known. */
export function useDiariesLeft(): string {
  const held = useUser().data?.user.diary_count
  return held === undefined ? '' : `，剩余${held}个`
}
