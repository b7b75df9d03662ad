import { z } from 'zod'
import { card } from './capsule.ts'
import { flag } from './fields.ts'
import { keyAnswer } from './seal.ts'

const unseal_token = z.string().max(200)
export const linkInput = z.object({ unseal_token })
/** The facts that the holder of a link may see before the capsule is opened: never the content. */
export const linkOutput = z.object({
  capsule: card.extend({ nickname: z.string() }),
  is_mine: flag,
  is_love: flag,
  questions: z.array(z.string()),
})
export type LinkInfo = z.infer<typeof linkOutput>
export const linkUnsealInput = z.object({ unseal_token, key_answer: keyAnswer.optional() })
/** `jwt` is sent as Bearer; good for capsuleDetail of that capsule alone. */
export const linkUnsealOutput = z.object({ jwt: z.string(), capsule_id: z.string() })
