// The parts of a long command: each says when it begins, and all what they took. Plain Node, no packages.
import { spawnSync } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { root } from './fresh.mjs'
import { ofEndedChildren } from './processor.mjs'

/** Runs each part in turn and prints the table; a part that is red ends the command, once the table is printed. */
export async function runParts(parts) {
  const table = []
  const began = performance.now()
  const tell = () => {
    console.log('\n== parts: seconds by the clock, seconds of processor')
    for (const line of table) console.log(line)
    console.log(`${cell(performance.now() - began)}          in all\n`)
  }
  for (const [name, part] of Object.entries(parts)) {
    console.log(`\n== ${name}`)
    const [since, before] = [performance.now(), ofEndedChildren()]
    const isRed = (await part()) === false
    table.push(
      `${cell(performance.now() - since)} ${cell((ofEndedChildren() - before) * 1000)}  ${name}${isRed ? ': RED' : ''}`,
    )
    if (!isRed) continue
    tell()
    process.exit(1)
  }
  tell()
}

const cell = (ms) => `${String(Math.round(ms / 1000)).padStart(6)} s`

/** For tests that make databases: these lie in memory where there is plenty, since a fifth of their CPU time goes to the disk. */
export const inMemory = () => (!process.env.TMPDIR && memoryDiskFree() > NEEDED_BYTES ? { TMPDIR: MEMORY_DISK } : {})

const MEMORY_DISK = '/dev/shm'
const NEEDED_BYTES = 8 * 1024 ** 3

function memoryDiskFree() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DISK)
    return bavail * bsize
  } catch {
    return 0
  }
}

/** A command of a part; false when it fails. */
export function passes(command, args, env = {}) {
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, ...env }, shell: process.platform === 'win32' }
  const { status, error } = spawnSync(command, args, options)
  if (error) console.error(error.message)
  return status === 0
}
