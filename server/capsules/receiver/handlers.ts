import type { Handlers } from '#server/platform/context.ts'
import { capsuleReceiver, undoReceiver } from './capsuleReceiver.ts'
import { receiveCapsule, refuseCapsule } from './receiveCapsule.ts'
import { received } from './received.ts'
import { waitingCapsule } from './waitingCapsule.ts'

export const receiverHandlers = {
  waitingCapsule,
  receiveCapsule,
  refuseCapsule,
  received,
  capsuleReceiver,
  undoReceiver,
} satisfies Partial<Handlers>
