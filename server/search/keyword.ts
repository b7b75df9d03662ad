import { sql } from 'kysely'
import { keywordOf, whyNotKeyword } from '#contract/search.ts'
import type { Db } from '#server/context.ts'
import { refuseIf } from '#server/fail.ts'

/** As it is kept and marked, and as it is looked for: small letters are the database's there, as they are of titles. */
export type Keyword = { kept: string; sought: string }

/** Refuses one that is blank or too long. */
export function readKeyword(typed: string): Keyword {
  refuseIf(whyNotKeyword(typed))
  return { kept: keywordOf(typed), sought: typed.normalize('NFKC').trim() }
}

/**
 * By which grams a keyword is found: itself when it is no longer than a gram, else its three rarest pairs, since what has
 * the keyword has all of them. The text itself decides.
 */
export async function gramsOf(db: Db, from: 'title_grams' | 'name_grams', { sought }: Keyword): Promise<string[]> {
  const letters = [...sought]
  const pairs = new Set(letters.slice(1).map((letter, at) => `${letters[at]}${letter}`))
  if (pairs.size === 0) return [sought]
  if (pairs.size <= WALKED) return [...pairs]
  const { rows } = await sql<{ gram: string }>`
    select p.gram from unnest(${[...pairs]}::text[]) p (gram) cross join lateral (
      select count(*) as number from (select from ${sql.table(from)} g where g.gram = search_form(p.gram) limit ${sql.lit(PROBED)}) few
    ) n order by n.number limit ${sql.lit(WALKED)}`.execute(db)
  return rows.map(({ gram }) => gram)
}
/** Grams that are walked beside each other. */
const WALKED = 3
/** Rows by which a rare gram is told from a common one. */
const PROBED = 200

/** Whether the keyword stands in this column as one unbroken piece, every character as it is. */
export const contains = (column: string, { sought }: Keyword) =>
  sql<boolean>`position(search_form(${sought}) in search_form(${sql.ref(column)})) > 0`
