import { type RawBuilder, sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { type CapsuleForm, type CapsuleStatus, colorIndex } from '#contract/capsule.ts'
import { OWN_SEARCH_BYTES, OWN_SEARCH_ROWS, PAGE_SIZE } from '#contract/limits.ts'
import { shownTitle } from '#contract/seal.ts'
import { OWN_SEARCH_NOTHING, type OwnFound } from '#contract/search.ts'
import { shiftMonth, startOfMonth } from '#contract/time.ts'
import type { Content } from '#server/capsules/capsule/content.ts'
import { isMineOpen, WRITTEN_AT } from '#server/capsules/capsule/mine.ts'
import { replyOf } from '#server/capsules/capsule/own.ts'
import { HEAD, type HeadRow, readContent, readHead } from '#server/capsules/capsule/stored.ts'
import { refuse } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import { moment } from '#server/platform/db/moment.ts'
import { UNSEALED } from '#server/platform/db/states.ts'
import { keyOf, keyText } from '#server/platform/db/walk.ts'
import { decryptText } from '#server/platform/keys/encryption.ts'
import { addressOf } from '#server/platform/media/permission.ts'
import { shownSender } from '#server/platform/message/senderName.ts'
import { readKeyword } from './keyword.ts'
import { formOf, type Hit, hitIn, type Words, wordsOf } from './ownWords.ts'
import { limitBites, limitPerPerson } from './searchLimits.ts'

type Wanted = Omit<Parsed<'ownSearch'>, 'keyword'> & { keyword: string | undefined }

type SearchedRow = HeadRow & {
  status: CapsuleStatus
  content_type: CapsuleForm
  long_tag: string
  written_at: string
  /** Encrypted bytes that were read for it. */
  size: number
  /** Of the kind that is wanted, and with a picture where one is. */
  fits: boolean
  reply: string | null
  /** Of one that the caller has received. */
  sender: string | null
}

/** So many rows, and so many encrypted bytes, are read at once; the process does other things between two bites. */
const BITE_ROWS = 250
const BITE_BYTES = 524_288

/**
 * The caller's own diaries and opened capsules, and those that they have received and opened for themselves, the newest first. Their words are encrypted, so they are opened here and looked
 * at one after the other (docs/decisions/diaries.md), no further than a page of hits or what one call may look at; `next` goes on there.
 */
export const ownSearch = (context: UserContext, input: Parsed<'ownSearch'>) =>
  limitPerPerson(context.caller.userId, () => search(context, wantedOf(input)))

async function search(context: UserContext, wanted: Wanted) {
  const data: OwnFound[] = []
  let after = wanted.after
  for (let [rows, bytes] = [0, 0]; rows < OWN_SEARCH_ROWS && bytes < OWN_SEARCH_BYTES; ) {
    const bite = await limitBites(() => lookThrough(context, { ...wanted, after }, PAGE_SIZE - data.length))
    data.push(...bite.found)
    rows += bite.rows
    bytes += bite.bytes
    after = bite.after
    if (after === '' || data.length === PAGE_SIZE) break
  }
  return { capsules: { data, next: after ?? '' } }
}

/** Finds in the next bite, `most` at most; `after`: how far the search went, '' at the end of all. */
async function lookThrough(context: UserContext, wanted: Wanted, most: number) {
  const found: OwnFound[] = []
  const bite = await readBite(context, wanted)
  let bytes = 0
  for (const [index, row] of bite.entries()) {
    bytes += row.size
    const shown = row.fits ? lookInto(context, row, wanted.keyword) : undefined
    if (shown) found.push(shown)
    if (found.length === most) return { found, rows: index + 1, bytes, after: keyText(row.written_at, row.id) }
  }
  const last = bite.at(-1)
  const after = isLast(bite) || !last ? '' : keyText(last.written_at, last.id)
  return { found, rows: bite.length, bytes, after }
}

/** Refuses a search for nothing at all. */
function wantedOf({ keyword: typed, ...wanted }: Parsed<'ownSearch'>): Wanted {
  if (typed.trim()) return { ...wanted, keyword: formOf(readKeyword(typed).sought) }
  if (wanted.month === undefined && wanted.type === undefined && wanted.pictures === 0) throw refuse(OWN_SEARCH_NOTHING)
  return { ...wanted, keyword: undefined }
}

/** The caller's next rows by key, each with as much of its content as is looked at; none beyond the bytes of a bite. */
async function readBite({ db, caller }: UserContext, wanted: Wanted): Promise<SearchedRow[]> {
  const content = wanted.keyword === undefined ? HEAD : sql`k.envelope, null::bytea as head, k.sealed`
  const { rows } = await sql<SearchedRow>`
    select * from (
      select c.*, c.type_fits and k.capsule_id is not null as fits, ${content}, r.text as reply,
        coalesce(octet_length(k.sealed), 0) as size,
        coalesce(sum(octet_length(k.sealed)) over (order by c.written_at desc, c.id desc
          rows between unbounded preceding and 1 preceding), 0) as before
      from (
        (select ${sought(wanted)}, null as sender from capsules c
          where ${isMineOpen(caller.userId)} ${within(wanted)}
          order by ${WRITTEN_AT} desc, c.id desc limit ${sql.lit(BITE_ROWS)})
        union all
        (select ${sought(wanted)}, u.nickname from receivers t join capsules c on c.id = t.capsule_id join users u on u.id = c.owner_id
          where t.received_by = ${caller.userId} and t.opened_at is not null and not t.hidden ${within(wanted)}
          order by ${WRITTEN_AT} desc, c.id desc limit ${sql.lit(BITE_ROWS)})
        order by written_at desc, id desc limit ${sql.lit(BITE_ROWS)}
      ) c
      left join capsule_contents k on k.capsule_id = c.id and c.type_fits ${withPictures(wanted)}
      left join capsule_replies r on r.capsule_id = k.capsule_id and c.sender is null
    ) bite where before < ${sql.lit(BITE_BYTES)}
    order by written_at desc, id desc`.execute(db)
  return rows
}

const sought = (wanted: Wanted): RawBuilder<unknown> => sql`
  c.id, c.owner_id, c.type, c.content_type, ${UNSEALED} as status, c.long_tag, c.sealed_at, c.created_at, c.open_time,
  ${WRITTEN_AT} as written_at, ${ofType(wanted)} as type_fits`

/** Neither rows nor bytes have ended it. */
const isLast = (bite: readonly SearchedRow[]): boolean =>
  bite.length < BITE_ROWS && bite.reduce((sum, { size }) => sum + size, 0) < BITE_BYTES

const ofType = ({ type }: Wanted): RawBuilder<boolean> => (type === undefined ? sql`true` : sql`c.type = ${type}`)

/** By what it names: a capsule's uploads stand beside it as they are, a video by the picture that stands for it. */
const withPictures = ({ pictures }: Wanted): RawBuilder<unknown> =>
  pictures ? sql`and exists (select from capsule_media m where m.capsule_id = c.id and m.key like 'image/%')` : sql``

function within({ month, after }: Wanted): RawBuilder<unknown> {
  const beyond = after === undefined ? sql`` : sql`and (${WRITTEN_AT}, c.id) < ${keyOf(after)}`
  if (month === undefined) return beyond
  const [from, to] = [startOfMonth(month).toISOString(), startOfMonth(shiftMonth(month, 1)).toISOString()]
  return sql`and ${WRITTEN_AT} >= ${from}::timestamptz and ${WRITTEN_AT} < ${to}::timestamptz ${beyond}`
}

/** The row as a find, where it has the keyword. A row that does not open, since it was edited, is not found. */
function lookInto(context: UserContext, row: SearchedRow, keyword: string | undefined): OwnFound | undefined {
  try {
    const content = keyword === undefined ? undefined : readContent(context.keys, row)
    const hit = content && keyword !== undefined ? hitIn(allWords(context, row, content), keyword) : undefined
    return keyword === undefined || hit ? shown(context, row, hit) : undefined
  } catch (error) {
    context.log.error({ err: error, capsule: row.id }, 'a capsule does not open as it was sealed')
    return undefined
  }
}

function* allWords({ keys }: UserContext, row: SearchedRow, content: Content): Generator<Words> {
  yield { where: 'title', text: titleOf(row, content.title) }
  yield* wordsOf(row.type, content)
  if (row.reply !== null) yield { where: 'reply', text: decryptText(keys, row.reply, replyOf(row.id)) }
}

/** An ordinary diary keeps its name inside what is encrypted. */
const titleOf = (row: SearchedRow, title: string | undefined): string =>
  shownTitle((row.sealed_at === null && title) || row.long_tag)

function shown(context: UserContext, row: SearchedRow, hit: Hit | undefined): OwnFound {
  const head = readHead(context.keys, row)
  return {
    id: String(row.id),
    type: row.type,
    content_type: row.content_type,
    status: row.status,
    sealed_at: moment(row.sealed_at),
    colorIndex: colorIndex(row.id),
    date: moment(row.written_at).slice(0, 10),
    from: row.sender === null ? '' : shownSender(row.sender),
    title: titleOf(row, head?.title),
    excerpt: head?.excerpt ?? '',
    thumbnail: head?.picture ? addressOf(context, head.picture, row.sender === null ? 'whole' : 'clean') : '',
    where: hit?.where ?? '',
    highlightHTML: hit?.highlightHTML ?? '',
  }
}
