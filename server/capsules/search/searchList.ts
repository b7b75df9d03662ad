import { HOT_WORD_PEOPLE, HOT_WORDS_MAX, SEARCH_HISTORY_MAX } from '#contract/limits.ts'
import type { UserContext } from '#server/platform/context.ts'
import { isBlocked } from './blockedWords.ts'

/** Read beyond what is shown, since some may have been blocked since. */
const READ_MAX = 5 * HOT_WORDS_MAX

/** Words that many look for (readings 7), and those that the caller looked for last. */
export async function searchList({ db, caller, words }: UserContext) {
  const hot = await db
    .selectFrom('hot_words')
    .select('keyword')
    .where('people', '>=', HOT_WORD_PEOPLE)
    .orderBy('people', 'desc')
    .orderBy('keyword')
    .limit(READ_MAX)
    .execute()
  const record = await db
    .selectFrom('searches')
    .select(['id', 'keyword'])
    .where('user_id', '=', caller.userId)
    .orderBy('id', 'desc')
    .limit(SEARCH_HISTORY_MAX)
    .execute()
  const inForce = await words()
  return {
    hot: hot.filter(({ keyword }) => !isBlocked(keyword, inForce)).slice(0, HOT_WORDS_MAX),
    record: record.map(({ id, keyword }) => ({ id: String(id), keyword })),
  }
}

/** Forgets what the caller looked for. */
export async function deleteHistory({ db, caller }: UserContext) {
  await db.deleteFrom('searches').where('user_id', '=', caller.userId).execute()
  return {}
}
