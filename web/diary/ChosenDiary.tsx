import { useCall } from '#web/api.ts'
import { isOrdinaryDiary } from '#web/capsule/openDiary.ts'
import { PageOf } from '#web/shell/PageOf.tsx'

/** The diary of the address, as it is read; one that is or was sealed as capsules are. Here none leads to the other's page. */
export function ChosenDiary({ id }: { id: string }) {
  const written = useCall('capsuleDetail', { capsule_id: id }).data?.capsule
  return <PageOf name={written && !isOrdinaryDiary(written) ? 'capsuleDetail' : 'previewDiary'} />
}
