// Plans all that is due as a process of its own, as one of several; says when it begins, and then what it did.

import { planDue } from '#server/capsules/notice/plan.ts'
import { readConfig } from '#server/platform/config.ts'
import { makeLog, openServices } from '#server/start/services.ts'
import { refuseUnlessOurs } from '#test/ours.mjs'

const { DATA_DIR = '', DATABASE_URL = '' } = process.env
refuseUnlessOurs({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL })
const config = readConfig({ NODE_ENV: 'test', SEED_DEMO: '0', LOG_LEVEL: 'error', DATA_DIR, DATABASE_URL })
const services = await openServices(config, makeLog('error'))
const rss: number[] = []
const looking = setInterval(() => rss.push(process.memoryUsage.rss()), 250)
process.send!('ready')
process.once('message', async () => {
  const cpu = process.cpuUsage()
  const planned = await planDue(services)
  const { user: cpuMicros } = process.cpuUsage(cpu)
  clearInterval(looking)
  const fifth = rss.slice(Math.floor(rss.length / 5))
  process.send!({
    planned,
    firstBytes: fifth[0] ?? 0,
    peakBytes: Math.max(0, ...rss),
    cpuMicros,
  })
  await services.close()
  process.disconnect()
})
