import { ITEM, linesText } from '#contract/content.ts'
import type { Content } from '#server/capsule/content.ts'
import { imageKeys } from '#server/capsule/images.ts'
import { readContent } from '#server/capsule/stored.ts'
import type { Services } from '#server/context.ts'
import { BOND_COLUMNS } from '#server/keys/bond.ts'
import { addressOf } from '#server/media/permission.ts'
import { siteOf } from '#server/message/resolver.ts'
import { type Judgement, moderate, type Seen } from '#server/moderation/moderate.ts'
import type { Waiter } from '#server/outside/gates.ts'

/**
 * What is found in an open capsule that is to become public: title, content, words and remarks (readings 9). Only
 * whoever makes it public has it looked at.
 */
export async function lookAt(services: Services & Waiter, id: number): Promise<Judgement> {
  const row = await services.db
    .selectFrom('capsules as c')
    .innerJoin('capsule_contents as k', 'k.capsule_id', 'c.id')
    .select([...BOND_COLUMNS, 'c.long_tag', 'k.envelope', 'k.sealed'])
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow()
  const content = readContent(services.keys, row)!
  return moderate(services, { texts: textsOf(row.long_tag, content), pictures: picturesOf(services, content) })
}

function textsOf(title: string, { content, send_word, description }: Content): Seen['texts'] {
  const texts: Seen['texts'] = [
    { scene: 'title', text: title },
    { scene: 'words', text: send_word },
    { scene: 'remark', text: description },
    ...content.flatMap(({ type, content, comment }): Seen['texts'] => [
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
