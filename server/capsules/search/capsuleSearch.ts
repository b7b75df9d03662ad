import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { type CapsuleType, colorIndex } from '#contract/capsule.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import { shownTitle } from '#contract/seal.ts'
import type { UserContext } from '#server/platform/context.ts'
import { readViaReplica } from '#server/platform/db/readViaReplica.ts'
import { notBlockedBy, SHOWN } from '#server/platform/db/states.ts'
import { highlight } from './highlight.ts'
import { beside, contains, gramsOf, type Keyword, readKeyword } from './keyword.ts'
import { rememberSearch } from './remember.ts'

type FoundCapsule = { id: number; type: CapsuleType; long_tag: string; nickname: string }

/** Titles of public capsules with the keyword in them, the newest opened first. The first page is kept in the history. */
export async function capsuleSearch(context: UserContext, { keyword: typed, page }: Parsed<'capsuleSearch'>) {
  const keyword = readKeyword(typed)
  const rows = await find(context, keyword, page)
  if (page === 1) await rememberSearch(context, { keyword: keyword.stored, found: rows.length > 0 })
  return { capsules: rows.map((row) => toHit(row, keyword)) }
}

function toHit({ id, type, long_tag, nickname }: FoundCapsule, { sought }: Keyword) {
  const title = shownTitle(long_tag)
  const highlightHTML = highlight(title, sought)
  return { id: String(id), type, colorIndex: colorIndex(id), long_tag: title, nickname, highlightHTML }
}

function find(context: UserContext, keyword: Keyword, page: number): Promise<FoundCapsule[]> {
  const columns = sql`c.id, c.type, c.long_tag, c.owner_id, c.open_at`
  const fits = sql`${SHOWN} and ${contains('c.long_tag', keyword)}
    and ${notBlockedBy(context.caller.userId, sql`c.owner_id`)}`
  return readViaReplica(context, {
    /** Walks the keyword's grams in the order of the list, and stops as soon as the page is full. */
    async choose(db) {
      const [first, ...others] = await gramsOf(db, 'title_grams', keyword)
      return sql`
        select ${columns}
        from title_grams g ${beside('title_grams', others, ['open_at', 'capsule_id'])} join capsules c on c.id = g.capsule_id
        where g.gram = search_form(${first}) and ${fits}
        order by g.open_at desc, g.capsule_id desc limit ${sql.lit(PAGE_SIZE)} offset ${(page - 1) * PAGE_SIZE}`
    },
    among: (ids) => sql`select ${columns} from capsules c where c.id = any(${ids}) and ${fits}`,
    async show(chosen) {
      const { rows } = await sql<FoundCapsule>`
        select c.id, c.type, c.long_tag, u.nickname
        from (${chosen}) c join users u on u.id = c.owner_id
        order by c.open_at desc, c.id desc`.execute(context.db)
      return rows
    },
  })
}
