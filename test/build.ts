import { execFileSync } from 'node:child_process'
import { Kysely, PostgresDialect } from 'kysely'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/platform/db/migrate.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { dropDatabase, newDatabase, smallPool } from './databases.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** On a server: the database with today's tables that every test file begins with a copy of. */
    template: string | undefined
  }
}

/**
 * The embedded engine's worker and its template exist only built; a second build of nothing takes a moment. On a server
 * the tables are made once – or a later version has made them (TEMPLATE_DATABASE_URL, scripts/test-older.ts).
 */
export default async function build(project: TestProject): Promise<() => Promise<void>> {
  execFileSync(process.execPath, ['scripts/build.mjs', '--server'], { stdio: 'inherit' })
  const given = process.env.TEMPLATE_DATABASE_URL
  const template = given ?? (await newDatabase())
  project.provide('template', template)
  if (template && !given) await makeTables(template)
  return async () => {
    if (!given) await dropDatabase(template)
  }
}

async function makeTables(connectionString: string): Promise<void> {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: smallPool({ connectionString }) }) })
  await migrate(db)
  await db.destroy()
}
