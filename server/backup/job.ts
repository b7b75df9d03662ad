import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Services } from '#server/context.ts'
import { clearCopies, newCopy } from './copies.ts'
import { noteBackup, type Outcome, takeToday } from './noted.ts'

/** Built JavaScript, also where this runs from its source. */
const CLI = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../dist/server/cli.js' : '../cli.js', import.meta.url),
)
const SAID_MOST = 2_000

/**
 * The day's backup, where a place for it is set: in a process of its own, so that what people wait for keeps its memory and its
 * turn. What came of it stands on /health and /metrics; a failure is an error in the log, and is tried again.
 */
export async function backUpDaily(services: Services, signal: AbortSignal): Promise<void> {
  const { to, hour } = services.config.backup
  if (!to || !(await takeToday(services, hour))) return
  const { dataDir } = services.config
  await clearCopies(dataDir)
  const folder = services.copyTo && (await newCopy(dataDir))
  try {
    if (folder) await services.copyTo?.(folder)
    const { isGood, what } = await run(['backup', ...(folder ? ['--copy', folder] : [])], signal)
    await noteBackup(services, { isGood, what })
    if (isGood) services.log.info({ what }, 'the backup of today is made and proven')
    else services.log.error({ what }, 'the backup of today is no good')
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true })
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
