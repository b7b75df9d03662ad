import type { UserContext } from '#server/platform/context.ts'
import { previewOf } from './permission.ts'

/** The grant with which a page posts its files (docs/decisions/uploads.md), and how it shows them before they are named anywhere. */
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
