import type { Handlers } from '#server/platform/context.ts'
import { capsuleAgain } from './capsuleAgain.ts'
import { capsuleReply } from './capsuleReply.ts'
import { dropQuestions } from './dropQuestions.ts'
import { getInfoByToken } from './getInfoByToken.ts'
import { keepQuestions } from './keepQuestions.ts'
import { resetAnswers } from './resetAnswers.ts'
import { unlockRequest } from './unlockRequest.ts'
import { unseal } from './unseal.ts'
import { unsealByToken } from './unsealByToken.ts'

export const unsealHandlers = {
  unseal,
  unlockRequest,
  resetAnswers,
  dropQuestions,
  keepQuestions,
  getInfoByToken,
  unsealByToken,
  capsuleReply,
  capsuleAgain,
} satisfies Partial<Handlers>
