import { sql } from 'kysely'
import { WRITING_NAME, type WritingKind } from '#contract/desk.ts'
import { momentText } from '#contract/time.ts'
import { grouped } from '#server/core/grouped.ts'
import { tell } from '#server/people/inbox/tell.ts'
import type { Db } from '#server/platform/db/db.ts'
import { moment } from '#server/platform/db/moment.ts'

export type Lost = { user_id: number; kind: string; row_id: string }
/** An address names no more drafts than this; their text is on the device alone. */
const DRAFTS_NAMED = 20

/**
 * Tells each person kindly, once, and where to look. An account that is younger than the loss may have the number of one that is
 * gone.
 */
export async function tellWhoLost(db: Db, lossId: number, lost: readonly Lost[]): Promise<void> {
  if (lost.length === 0) return
  const byPerson = grouped(lost, ({ user_id }) => user_id)
  const { rows } = await sql<{ id: number; from_at: string; held_at: string }>`
    select u.id, l.from_at::text, l.held_at::text from users u, losses l
    where l.id = ${lossId} and u.id = any(${[...byPerson.keys()]}::bigint[]) and u.created_at <= l.from_at`.execute(db)
  for (const { id, from_at, held_at } of rows) {
    const own = byPerson.get(id)!
    const text = textOf(own, from_at, held_at)
    await tell(db, { userId: id, kind: 'lost', text, to: ['draftBox', { lost: draftsOf(own) }] })
  }
}

/** The lost drafts: the device they were written on may still have them as it last read them. */
const draftsOf = (lost: readonly Lost[]): string | undefined => {
  const ids = lost.filter(({ kind }) => kind === 'draft').map(({ row_id }) => row_id)
  return ids.length === 0 ? undefined : ids.slice(-DRAFTS_NAMED).join()
}

const PAID = ['capsule', 'diary', 'forecast']

/** To the minute, and in the words that people know. */
function textOf(lost: readonly Lost[], from: string, until: string): string {
  const counts = [...grouped(lost, ({ kind }) => kind)].map(
    ([kind, { length }]) => `${WRITING_NAME[kind as WritingKind]}${length}项`,
  )
  const [since, to] = [from, until].map((at) => momentText(moment(at)))
  const span = since === to ? `${since}前后` : `${since}至${to}之间`
  return [
    `非常抱歉：服务器出了一次故障，你在${span}保存的${counts.join('、')}没有留下来。`,
    ...(lost.some(({ kind }) => PAID.includes(kind)) ? ['为此用掉的胶囊已经退回。'] : []),
    ...(lost.some(({ kind }) => kind === 'order') ? ['已经付的款会与支付平台核对后补上。'] : []),
    '写它的页面如果还开着，请不要关闭，在那里再保存一次；没有网络时写下、还没有送出的，在那台设备的草稿箱里。',
    ...(draftsOf(lost) ? ['在写草稿的设备上打开这条消息，还留着的草稿会列在下面。'] : []),
  ].join('')
}
