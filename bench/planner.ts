// Plans all that is due as a process of its own, as one of several; says when it begins, and then how many.

import { planDue } from '#server/capsules/notice/plan.ts'
import { readConfig } from '#server/platform/config.ts'
import { makeLog, openServices } from '#server/start/services.ts'
import { refuseUnlessOurs } from '#test/ours.mjs'

const { DATA_DIR = '', DATABASE_URL = '' } = process.env
refuseUnlessOurs({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL })
const config = readConfig({ NODE_ENV: 'test', SEED_DEMO: '0', LOG_LEVEL: 'error', DATA_DIR, DATABASE_URL })
const services = await openServices(config, makeLog('error'))
process.send!('ready')
process.once('message', async () => {
  process.send!(await planDue(services))
  // Its memory is looked at before it ends.
  process.once('message', () => void services.close().then(() => process.disconnect()))
})
