import type { Output, Parsed } from '#contract/calls.ts'
import { TYPE, TYPE_KIND } from '#contract/capsule.ts'
import { fieldsOfKind, pickFields } from '#contract/capsuleFields.ts'
import { type ContentItem, ITEM } from '#contract/content.ts'
import { shownTitle } from '#contract/seal.ts'
import { type Content, keysIn } from '#server/capsules/capsule/content.ts'
import { insertDraft, refuseFullBox } from '#server/capsules/capsule/createDraft.ts'
import { mapImages } from '#server/capsules/capsule/images.ts'
import { writeContent } from '#server/capsules/capsule/writing.ts'
import type { UserContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { runOnce } from '#server/platform/idempotency.ts'
import { type Copies, withCopies } from '#server/platform/media/copy.ts'
import { setReferences } from '#server/platform/media/references.ts'
import { readOpened } from './opened.ts'
import { mineOf } from './sealed.ts'

type Answer = Output<'capsuleAgain'>
type Opened = Awaited<ReturnType<typeof readOpened>>

/**
 * A draft with what was in an opened capsule, to be sealed once more: its files as objects of their own, since one that
 * was sealed in a capsule stays that capsule's. The words belong to then.
 */
export const capsuleAgain = (context: UserContext, { capsule_id }: Parsed<'capsuleAgain'>): Promise<Answer> =>
  runOnce(context, async (remember) => {
    const { db, caller } = context
    const before = await readOpened(context, mineOf(context, capsule_id), '解封之后才能再封一段时间')
    // Copying takes its time: a caller with no room for a draft is refused before.
    await refuseFullBox(db, caller.userId)
    return withCopies(context, keysIn(before.type, before.content.content), (copies) =>
      writeDraft(context, before, copies, remember),
    )
  })

async function writeDraft(
  context: UserContext,
  before: Opened,
  copies: Copies,
  remember: (db: UserContext['db'], answer: Answer) => Promise<void>,
): Promise<Answer> {
  const { type, content_type, long_tag } = before
  const id = await context.ids.capsule()
  const objects = [...copies.values()]
  const answer = { capsule_id: String(id), type, content_type }
  await inTransaction(context.db, async (db) => {
    const input = { content_type, long_tag: shownTitle(long_tag), is_public: 0, is_lock: 0 } as const
    await insertDraft({ ...context, db }, { id, type, input, objects })
    await writeContent({ ...context, db }, { id, type }, contentOf(before, copies))
    await setReferences(db, id, objects)
    await remember(db, answer)
  })
  return answer
}

const contentOf = ({ type, content }: Opened, copies: Copies): Content => ({
  content: type === TYPE.forecast ? content.content : content.content.map((item) => renamed(item, copies)),
  ...fieldsOfKind(
    TYPE_KIND[type],
    pickFields(content, ({ again }) => again),
  ),
  key_answer: {},
})

/** The item with the copies in place of the files it names. */
function renamed(item: ContentItem, copies: Copies): ContentItem {
  const keyOf = (key: string): string => copies.get(key)?.key ?? key
  if (item.type === ITEM.text) return { ...item, content: mapImages(item.content, keyOf) }
  return { ...item, content: keyOf(item.content), ...(item.poster && { poster: keyOf(item.poster) }) }
}
