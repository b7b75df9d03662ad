import { FORM, TYPE } from '#contract/capsule.ts'
import { ITEM } from '#contract/content.ts'
import { sealCapsule } from '#server/capsules/seal/sealCapsule.ts'
import type { Services, UserContext } from '#server/platform/context.ts'
import { get } from './client.ts'

const HOUR_MS = 3_600_000

type Made = { url: string; services: Services }

/** A capsule of this person that says it was sealed at another moment than now, as no call can. Its id. */
export async function sealAt(
  { url, services }: Made,
  token: string,
  { sealedAt, openTime = new Date(Date.now() + HOUR_MS) }: { sealedAt: Date; openTime?: Date },
): Promise<string> {
  const { user } = await get(url, 'userInfo', {}, { token })
  const context = { ...services, caller: { userId: Number(user.id), sessionId: 0 } } as UserContext
  const id = await sealCapsule(context, {
    type: TYPE.time,
    contentType: FORM.text,
    content: [{ type: ITEM.text, content: '<p>信</p>', comment: '' }],
    longTag: '信',
    fields: {},
    openTime,
    isPublic: 0,
    isLock: 0,
    answers: {},
    contact: {},
    draftId: undefined,
    sealedAt,
  })
  return String(id)
}
