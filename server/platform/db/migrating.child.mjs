// For test/system/golden.test.ts: runs the migrations on a data folder as a start does, and is killed at one of them: before its
// commit, when all its text has run, or right after.
// node migrating.child.mjs FOLDER MIGRATION before|after
import { Kysely } from 'kysely'
import { refuseUnlessOurs } from '#test/ours.mjs'
import { openEmbedded } from '../../../dist/server/platform/db/embedded/open.js'
import { migrate } from '../../../dist/server/platform/db/migrate.js'

const [dataDir, migration, moment] = process.argv.slice(2)
refuseUnlessOurs({ dataDir })
const log = { info() {}, warn() {}, error: (...words) => console.error(...words) }

const { dialect } = await openEmbedded({ dataDir, log })
let hasRun = false
const deadly = {
  ...dialect,
  createDriver() {
    const driver = dialect.createDriver()
    return {
      ...driver,
      async commitTransaction(connection) {
        if (hasRun && moment === 'before') await die()
        await driver.commitTransaction(connection)
        if (hasRun) await die()
      },
    }
  },
}
/** Noted as the last thing, in the same transaction. */
const watched = ({ query }) => {
  hasRun ||= query.sql.startsWith('insert into migrations') && query.parameters[0] === migration
}
await migrate(new Kysely({ dialect: deadly, log: watched }))
console.error(`${migration} was not to be run`)
process.exit(1)

function die() {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => {})
}
