import { type RawBuilder, sql } from 'kysely'
import { keywordOf, soughtOf, whyNotKeyword } from '#contract/search.ts'
import { refuseIf } from '#server/core/fail.ts'
import type { Db } from '#server/platform/db/db.ts'

/** As it is kept and marked, and as it is looked for: small letters are the database's there, as they are of titles. */
export type Keyword = { stored: string; sought: string }

/** Refuses one that is blank or too long. */
export function readKeyword(typed: string): Keyword {
  refuseIf(whyNotKeyword(typed))
  return { stored: keywordOf(typed), sought: soughtOf(typed) }
}

type Grams = 'title_grams' | 'name_grams'

/**
 * By which grams a keyword is found: itself when it is no longer than a gram, else its rarest pieces of that length, since
 * what has the keyword has all of them. The text itself decides.
 */
export async function gramsOf(db: Db, from: Grams, { sought }: Keyword): Promise<string[]> {
  const letters = [...sought]
  if (letters.length <= GRAM) return [sought]
  const pieces = letters.slice(GRAM - 1).map((_, at) => letters.slice(at, at + GRAM).join(''))
  const grams = [...new Set(pieces)]
  if (grams.length <= WALKED) return grams
  const { rows } = await sql<{ gram: string }>`
    select p.gram from unnest(${grams}::text[]) p (gram) cross join lateral (
      select count(*) as number from (select from ${sql.table(from)} g where g.gram = search_form(p.gram) limit ${sql.lit(PROBED)}) few
    ) n order by n.number limit ${sql.lit(WALKED)}`.execute(db)
  return rows.map(({ gram }) => gram)
}
/** Characters of the longest gram (grams_of in the migration). */
const GRAM = 3
/** Grams that are walked beside each other. */
const WALKED = 3
/** Rows by which a rare gram is told from a common one. */
const PROBED = 200

/** Further grams beside `g`, which hold the same thing: `key` are the columns that name it. */
export const beside = (from: Grams, grams: readonly string[], key: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    grams.map((gram, at) => {
      const same = key.map((column) => sql`${sql.ref(`g${at}.${column}`)} = ${sql.ref(`g.${column}`)}`)
      return sql`join ${sql.table(from)} ${sql.table(`g${at}`)}
        on ${sql.ref(`g${at}.gram`)} = search_form(${gram}) and ${sql.join(same, sql` and `)}`
    }),
    sql` `,
  )

/** Whether the keyword stands in this column as one unbroken piece, every character as it is. */
export const contains = (column: string, { sought }: Keyword) =>
  sql<boolean>`position(search_form(${sought}) in search_form(${sql.ref(column)})) > 0`
