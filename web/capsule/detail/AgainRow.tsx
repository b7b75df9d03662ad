import { Hourglass } from 'lucide-react'
import type { Output } from '#contract/calls.ts'
import { FORM, TYPE } from '#contract/capsule.ts'
import { useSend } from '#web/client/api.ts'
import { go } from '#web/ui/location.ts'
import { Row } from '#web/ui/Rows.tsx'

/** Begins a new capsule with the content of this one, in the editor of its kind. */
export function AgainRow({ capsuleId }: { capsuleId: string }) {
  const again = useSend('capsuleAgain', { onSuccess: openEditor })
  return (
    <Row
      label="再封一段时间"
      icon={Hourglass}
      value="做成一枚新胶囊"
      busy={again.isPending}
      onClick={() => again.mutate({ capsule_id: capsuleId })}
    />
  )
}

/** A diary goes to the page from which it can be sealed, not to that of the diaries. */
function openEditor({ capsule_id: id, type, content_type }: Output<'capsuleAgain'>): void {
  if (type === TYPE.forecast) go('forecastCapsule', { id })
  else if (content_type === FORM.graphic) go('graphicCapsule', { id })
  else go('textCapsule', { type: String(type), id })
}
