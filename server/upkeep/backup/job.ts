import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Services } from '#server/platform/context.ts'
import { clearCopies, newCopy } from './copies.ts'
import { noteBackup, type Outcome, takeToday } from './history.ts'

/** Built JavaScript, also where this runs from its source. */
const CLI = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../dist/server/cli.js' : '../../cli.js', import.meta.url),
)
const SAID_MOST = 2_000

/**
 * The day's backup from the hour on (China), where a place for it is set: in a process of its own, so that people's requests keep their memory and their
 * turn. The outcome stands on /health and /metrics; a failure is an error in the log, and is tried again.
 */
export async function backUpDaily(services: Services, signal: AbortSignal, hour: number): Promise<void> {
  if (!services.config.backup.to || !(await takeToday(services, hour))) return
  const { dataDir } = services.config
  await clearCopies(dataDir)
  const { isGood, what } = await backUp(services, signal).catch((error: Error) => ({
    isGood: false,
    what: error.message,
  }))
  await noteBackup(services, { isGood, what })
  if (isGood) services.log.info({ what }, 'the backup of today is made and proven')
  else services.log.error({ what }, 'the backup of today is no good')
}

async function backUp({ config, copyTo }: Services, signal: AbortSignal): Promise<Outcome> {
  if (!copyTo) return run(['backup'], signal)
  const folder = await newCopy(config.dataDir)
  try {
    await copyTo(folder)
    return await run(['backup', '--copy', folder], signal)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function run(words: string[], signal: AbortSignal): Promise<Outcome> {
  if (!existsSync(CLI)) return Promise.reject(new Error(`${CLI} is missing`))
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [CLI, ...words], { stdio: ['ignore', 'pipe', 'pipe'], signal })
    let what = ''
    const hear = (text: Buffer) => {
      what = (what + String(text)).slice(-SAID_MOST)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('error', (error) => resolve({ isGood: false, what: error.message }))
    child.on('close', (code) => resolve({ isGood: code === 0, what: what.trim() }))
  })
}
