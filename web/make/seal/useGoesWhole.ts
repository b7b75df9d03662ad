import { TYPE } from '#contract/capsule.ts'
import { CONTACT_CHANNELS } from '#contract/notice.ts'
import { goesWholeText } from '#web/capsule/media/goesWhole.ts'
import { useCall } from '#web/client/api.ts'
import type { SealDraft } from '#web/draft/current/draft.ts'

/** The warning about a capsule's files when somebody else will be led to it, once the server has looked at the files. */
export function useGoesWhole({ type, content, contact, to }: SealDraft): {
  text: string | undefined
  isAsked: boolean
} {
  const isForSomebody =
    type === TYPE.time && (to !== undefined || CONTACT_CHANNELS.some((channel) => contact[channel]?.trim()))
  const files = isForSomebody ? content.flatMap((item) => ('name' in item ? [item] : [])) : []
  const keys = files.map((file) => file.content)
  const { data, isLoading } = useCall('filesGoWhole', { keys }, { enabled: keys.length > 0 })
  const whole = new Map(data?.files.map((file) => [file.key, file.whole]))
  return {
    text: goesWholeText(files.map(({ name, content }) => ({ name, whole: whole.get(content) }))),
    isAsked: isLoading,
  }
}
