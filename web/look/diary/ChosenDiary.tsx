import { isOrdinaryDiary } from '#web/capsule/detail/openDiary.ts'
import { useCall } from '#web/client/api.ts'
import { PageOf } from '#web/ui/PageOf.tsx'

/** The diary of the address on the diary page, or, if it is or was sealed, on the capsule page; without a redirect. */
export function ChosenDiary({ id }: { id: string }) {
  const written = useCall('capsuleDetail', { capsule_id: id }).data?.capsule
  return <PageOf name={written && !isOrdinaryDiary(written) ? 'capsuleDetail' : 'previewDiary'} />
}
