// Leaves with 0 when the PostgreSQL server of the given address answers.
import pg from 'pg'

const client = new pg.Client({ connectionString: process.argv[2], connectionTimeoutMillis: 5_000 })
try {
  await client.connect()
  await client.query('select 1')
  await client.end()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
