import { fieldTexts } from '#contract/capsuleFields.ts'
import { ITEM, linesText } from '#contract/content.ts'
import type { Content } from '#server/capsules/capsule/content.ts'
import { imageKeys } from '#server/capsules/capsule/images.ts'
import { readContent } from '#server/capsules/capsule/stored.ts'
import type { Services } from '#server/platform/context.ts'
import { BINDING_COLUMNS } from '#server/platform/keys/binding.ts'
import { addressOf } from '#server/platform/media/permission.ts'
import { siteOf } from '#server/platform/message/resolver.ts'
import { type Judgement, moderate, type Seen } from '#server/platform/moderation/moderate.ts'
import type { Waiter } from '#server/platform/outside/gates.ts'

/**
 * Looks at an open capsule that is to become public: title, content, words and remarks (readings 9). Only code that makes it
 * public has it looked at.
 */
export async function moderateCapsule(services: Services & Waiter, id: number): Promise<Judgement> {
  const row = await services.db
    .selectFrom('capsules as c')
    .innerJoin('capsule_contents as k', 'k.capsule_id', 'c.id')
    .select([...BINDING_COLUMNS, 'c.long_tag', 'k.envelope', 'k.sealed'])
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow()
  const content = readContent(services.keys, row)!
  return moderate(services, { texts: textsOf(row.long_tag, content), pictures: picturesOf(services, content) })
}

function textsOf(title: string, content: Content): Seen['texts'] {
  const texts: Seen['texts'] = [
    { scene: 'title', text: title },
    ...fieldTexts(content),
    ...content.content.flatMap(({ type, content, comment }): Seen['texts'] => [
      ...(type === ITEM.text ? [{ scene: 'content' as const, text: linesText(content) }] : []),
      { scene: 'remark', text: comment },
    ]),
  ]
  return texts.filter(({ text }) => text.trim() !== '')
}

/** Pictures, those in texts, and what stands for a video, as everybody would get them; the video itself nobody looks at. */
function picturesOf(services: Services, { content }: Content): string[] {
  const keys = content.flatMap((item) => {
    if (item.type === ITEM.text) return imageKeys(item.content)
    if (item.type === ITEM.image) return [item.content]
    return item.poster ? [item.poster] : []
  })
  return keys.map((key) => siteOf(services.config) + addressOf(services, key, 'clean'))
}
