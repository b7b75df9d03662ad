// A server that signs a checkpoint as often as it can, until it is killed, for the tests; settings from its environment.
import { sql } from 'kysely'
import { refuseUnlessOurs } from '#test/ours.mjs'
import { makeApp } from '../../../dist/server/http/app.js'
import { readConfig } from '../../../dist/server/platform/config.js'
import { makeLog, openServices } from '../../../dist/server/start/services.js'
import { keepLog } from '../../../dist/server/upkeep/receipts/keepLog.js'

refuseUnlessOurs({ dataDir: process.argv[2], databaseUrl: process.env.DATABASE_URL })
const config = readConfig({ ...process.env, DATA_DIR: process.argv[2] })
const services = await openServices(config, makeLog('error'))
const app = await makeApp(services)
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
const { db } = services
for (;;) await turn().catch(said)

async function turn() {
  // Of one that was killed nobody knows the end for two minutes; here its turn ends at once.
  await sql`update logs set taken_until = least(taken_until, now() + interval '20 ms')`.execute(db)
  await sql`update log_checkpoints set signed_at = signed_at - make_interval(secs => 31 + 1000 * random())
    where published_at is not null and signed_at > now() - interval '31 seconds'`.execute(db)
  await keepLog(services, new Date())
}

/** Another process has taken the log up meanwhile. */
function said(error) {
  if (!/taken the log up|duplicate key/.test(String(error.message))) console.error(error)
}
