import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'

/**
 * Does some work and takes it back unseen, as a failover to a standby without the last commits does: every row is as
 * before, and the process that goes on does not know.
 */
export async function lose({ db, clock }: Pick<Services, 'db' | 'clock'>, work: () => Promise<unknown>): Promise<void> {
  await clock.look()
  const tables = await tablesOf(db)
  await sql`drop schema if exists kept cascade`.execute(db)
  await sql`create schema kept`.execute(db)
  for (const { name } of tables)
    await sql`create table kept.${sql.id(name)} as table public.${sql.id(name)}`.execute(db)
  await work()
  await clock.look()
  await inTransaction(db, async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    for (const { name, columns } of tables) {
      const all = sql.join(columns.map((column) => sql.id(column)))
      await sql`delete from public.${sql.id(name)}`.execute(db)
      await sql`insert into public.${sql.id(name)} (${all}) overriding system value
        select ${all} from kept.${sql.id(name)}`.execute(db)
    }
  })
  await sql`drop schema kept cascade`.execute(db)
}

async function tablesOf(db: Db): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.table_name::text as name, array_agg(c.column_name::text) as columns
    from information_schema.columns c join pg_tables t on t.tablename = c.table_name and t.schemaname = c.table_schema
    where c.table_schema = 'public' and c.is_generated = 'NEVER' and c.table_name <> 'migrations'
    group by c.table_name`.execute(db)
  return rows
}
