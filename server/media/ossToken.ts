import type { UserContext } from '#server/context.ts'
import { previewOf } from './permission.ts'

/** What a page posts its files with (decision 014), and how it shows them before they are named anywhere. */
export async function ossToken(context: UserContext) {
  const { media, caller } = context
  const preview = previewOf(context, caller.userId)
  const { hosts, ...credentials } = await media.grant(caller)
  return {
    ...credentials,
    hosts: {
      image: { ...hosts.image, preview },
      video: { ...hosts.video, preview },
      file: { ...hosts.file, preview },
    },
  }
}
