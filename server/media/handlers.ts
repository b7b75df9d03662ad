import type { Handlers } from '#server/context.ts'
import { previewOf } from './permission.ts'

export const mediaHandlers = {
  async ossToken(context) {
    const { media, caller } = context
    const preview = previewOf(context, caller.userId)
    const { hosts, ...credentials } = await media.grant(caller.userId)
    return {
      ...credentials,
      hosts: {
        image: { ...hosts.image, preview },
        video: { ...hosts.video, preview },
        file: { ...hosts.file, preview },
      },
    }
  },
} satisfies Partial<Handlers>
