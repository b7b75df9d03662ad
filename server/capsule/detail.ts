import { sql } from 'kysely'
import type { Detail } from '#contract/capsule.ts'
import type { UserContext } from '#server/context.ts'
import { missing } from '#server/fail.ts'
import { type AuthorRow, type CardRow, cardColumns, moment, toAuthor, toCard } from './card.ts'
import { type Content, type ContentRow, readContent } from './content.ts'
import { mayRead, maySee } from './mayRead.ts'

type Row = CardRow & AuthorRow & ContentRow & { owner_id: number }

/** One capsule with its author; the content only when `mayRead` says so – otherwise it is not even selected. */
export async function capsuleDetail({ db, keys, caller }: UserContext, { capsule_id }: { capsule_id: string }) {
  const { rows } = await sql<Row>`
    select c.owner_id, ${cardColumns}, u.id as user_id, u.nickname, u.avatar, u.sex, u.cancelled_at is not null as cancelled, k.envelope, k.sealed
    from capsules c
    join users u on u.id = c.owner_id
    left join capsule_contents k on k.capsule_id = c.id and ${mayRead(caller.userId)}
    where c.id = ${Number(capsule_id)} and ${maySee(caller.userId)}`.execute(db)
  const row = rows[0]
  if (!row) throw missing()
  const isMine = row.owner_id === caller.userId
  const capsule: Detail = { ...toCard(row), user: toAuthor(row), ...shown(row, readContent(keys, row), isMine) }
  return { capsule, is_mine: isMine ? (1 as const) : (0 as const), is_love: 0 as const }
}

/** The words are for the owner's eyes: a public capsule shows its content to others, not what was said to oneself. */
function shown(row: Row, content: Content | undefined, isMine: boolean): Partial<Detail> {
  if (!content) return {}
  const capsule_content = { type: row.content_type, created_at: moment(row.created_at), content: content.content }
  const { description, send_word, key_answer } = content
  return isMine ? { capsule_content, description, send_word, key_answer } : { capsule_content, description }
}
