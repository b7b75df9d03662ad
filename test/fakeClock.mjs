// Loaded before a process' own code (NODE_OPTIONS): its wall clock is ahead by the milliseconds that a file holds, its
// monotonic clock is not. Its workers load it as well, so the embedded database believes it too.
import { readFileSync } from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { fileURLToPath } from 'node:url'

const threads = createRequire(import.meta.url)('node:worker_threads')
threads.Worker = class extends threads.Worker {
  constructor(file, options) {
    super(file, { ...options, execArgv: ['--import', fileURLToPath(import.meta.url)] })
  }
}
syncBuiltinESMExports()

const RealDate = Date
let ahead = 0
let readAt = Number.NEGATIVE_INFINITY

function offset() {
  const now = performance.now()
  if (now - readAt < 20) return ahead
  readAt = now
  ahead = Number(readFileSync(process.env.CLOCK_AHEAD_FILE, 'utf8')) || 0
  return ahead
}

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + offset())
    else super(...given)
  }

  static now() {
    return RealDate.now() + offset()
  }
}
