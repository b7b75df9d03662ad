import { setFlagsFromString } from 'node:v8'
import closeWithGrace from 'close-with-grace'
import { makeApp } from '#server/http/app.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { refuseClosed } from '#server/platform/folders/access.ts'
import { becomeOwner, foldersOf, ownFolders, placesOf } from '#server/platform/folders/owner.ts'
import { whatIsWrong } from '#server/platform/folders/whatIsWrong.ts'
import { DEMO, hasDemo, seedDemo } from '#server/start/demo/seed.ts'
import { type Drain, makeDrain } from '#server/start/drain.ts'
import { startJobs } from '#server/start/jobs.ts'
import { makeLog, openServices } from '#server/start/services.ts'
import { onStopSignals, STOP_SIGNALS } from '#server/start/stopSignals.ts'
import { keepWritings } from '#server/upkeep/loss/compare.ts'

const STOP_WITHIN_MS = 25_000
/** How long the process before this one gets to end, when it was told to stop or killed just now. */
const WAIT_FOR_OWNER_MS = 5_000

let folders: string[] = []

/** Old objects are collected once the garbage is half of the live memory: V8 by itself waits for three times (docs/decisions/calls.md). */
setFlagsFromString('--heap-growing-percent=50')
/** No object is made old at once, however many of its kind V8 has found alive: an old one keeps a whole request (docs/decisions/calls.md). */
setFlagsFromString('--no-allocation-site-pretenuring')

async function main(): Promise<void> {
  const standins = await standIn(readConfig(process.env))
  const config = readConfig(process.env, standins?.env)
  folders = ownFolders(config)
  // Files that the settings name are read by now; from here on nothing is written that the owner could not read.
  const { who, whyNot } = becomeOwner(foldersOf(config))
  if (who) {
    console.log(`数据文件夹属于 ${who}，以它的身份运行`)
    refuseClosed(
      placesOf(config),
      [config.moderation.ownWords].filter((file) => file !== undefined),
    )
  }
  const log = makeLog(config.logLevel)
  if (whyNot) log.warn(`${whyNot}，仍以 root 运行`)
  // The part begun last is ended first; a signal that comes during the start ends the parts begun by then.
  const endings: (() => unknown)[] = []
  if (standins) endings.push(standins.close)
  let ended: Promise<void> | undefined
  const grace = closeWithGrace({ delay: STOP_WITHIN_MS, logger: false, skip: STOP_SIGNALS }, async ({ err }) => {
    if (err) log.error({ err }, 'stopping after an error')
    ended ??= endAll(endings)
    await ended
  })
  let drain: Drain | undefined
  onStopSignals({
    begin: () => drain?.begin(),
    // Before the server listens, no balancer has to learn of the stop first.
    waitMs: () => (drain ? config.drainSeconds * 1_000 : 0),
    stop: grace.close,
  })
  const services = await openServices(config, log, { waitForOwnerMs: WAIT_FOR_OWNER_MS })
  endings.push(services.close)
  endings.push(() => keepWritings(services).catch((err) => log.warn({ err }, 'what was acknowledged last is not kept')))
  const noWrites = await services.whyNoWrites()
  if (config.seedDemo && !noWrites) await seedDemo(services)
  const demo = config.development && (await hasDemo(services))
  const app = await makeApp(services)
  drain = makeDrain(app)
  endings.push(drain.finish)
  await app.listen({ port: config.port, host: config.host })
  endings.push(startJobs(services))

  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  console.log(`已就绪：http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`)
  if (noWrites) console.log(`现在只能读取，不能写入：${noWrites}`)
  if (demo) console.log(`演示账号：手机号 ${DEMO.tel}，密码 ${DEMO.password}`)
}

async function endAll(endings: (() => unknown)[]): Promise<void> {
  for (const end of endings.reverse()) await end()
}

/** In development the platforms are stood in for; production neither loads nor needs them (readings 5). */
async function standIn({ development, loopback }: Config) {
  if (!development || !loopback) return undefined
  const { startStandins } = await import('#standins/platforms.ts')
  return startStandins()
}

main().catch((error: Error) => {
  console.error(whatIsWrong(error, folders))
  if (process.env.LOG_LEVEL === 'debug') console.error(error)
  process.exit(1)
})
