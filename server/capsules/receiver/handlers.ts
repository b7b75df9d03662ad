import type { Handlers } from '#server/platform/context.ts'
import { allowSharing } from './allowSharing.ts'
import { answerCapsule } from './answerCapsule.ts'
import { capsuleReceiver, changeReceiver, undoReceiver } from './capsuleReceiver.ts'
import { receiveCapsule, refuseCapsule } from './receiveCapsule.ts'
import { receiveCode } from './receiveCode.ts'
import { received } from './received.ts'
import { waitingCapsule } from './waitingCapsule.ts'

export const receiverHandlers = {
  waitingCapsule,
  receiveCapsule,
  receiveCode,
  refuseCapsule,
  received,
  answerCapsule,
  allowSharing,
  capsuleReceiver,
  changeReceiver,
  undoReceiver,
} satisfies Partial<Handlers>
