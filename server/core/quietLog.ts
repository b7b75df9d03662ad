import type { LogFn, LoggerOptions } from 'pino'
import { isDatabaseAway } from '#server/core/fail.ts'

/** Equal lines within this time are counted, and said once. */
const WITHIN_MS = 60_000
/** The most different lines that are kept apart; any further one is written whole. */
const LINES_MOST = 500
/** The most requests that a summary names of its counted lines, so that a request is still found. */
const WHOSE_MOST = 20
const WARN = 40

type LogLine = { write: () => void; summary: (text: string, fields: object) => void; key: string; whose: object }
type Repeats = { times: number; whose: object[]; isRepeating: boolean }

/**
 * Keeps an outage from filling the log: the first of equal warnings and errors is said whole, further ones are counted and said
 * once a minute with their number and the first twenty requests they were of; a minute without one ends it, and that is said.
 * Equal is a line with the same words and fields, and the same error: of a database that is away by its code, else by its
 * whole stack, so that two bugs are never one.
 */
export function quietly(withinMs = WITHIN_MS): NonNullable<LoggerOptions['hooks']> {
  const known = new Map<string, Repeats>()

  function say(line: LogLine): void {
    const repeats = known.get(line.key)
    if (repeats) {
      repeats.times += 1
      if (repeats.whose.length < WHOSE_MOST) repeats.whose.push(line.whose)
      return
    }
    line.write()
    if (known.size >= LINES_MOST) return
    known.set(line.key, { times: 0, whose: [], isRepeating: false })
    setTimeout(look, withinMs, line).unref()
  }

  function look(line: LogLine): void {
    const { times, whose, isRepeating } = known.get(line.key)!
    if (times === 0) {
      known.delete(line.key)
      if (isRepeating) line.summary('no longer', {})
      return
    }
    line.summary(`${times} times more`, { times, of: whose })
    known.set(line.key, { times: 0, whose: [], isRepeating: true })
    setTimeout(look, withinMs, line).unref()
  }

  return {
    logMethod(args, method, level) {
      const write = () => method.apply(this, args)
      if (level < WARN) return write()
      const [fields, words] = split(args)
      const summary = (text: string, more: object) => (method as LogFn).call(this, more, `${words}: ${text}`)
      const key = keyOf(fields)
      if (key === undefined) return write()
      say({ write, summary, key: `${level} ${words} ${key}`, whose: whoseOf(this.bindings()) })
    },
  }
}

function split([first, second]: unknown[]): [Record<string, unknown>, string] {
  if (typeof first === 'string') return [{}, first]
  const fields = first instanceof Error ? { err: first } : { ...(first as object) }
  return [fields, String(second ?? '')]
}

/** A duration makes no difference; a line that cannot be compared equals no other. */
function keyOf({ err, ms: _ms, ...fields }: Record<string, unknown>): string | undefined {
  try {
    return `${JSON.stringify(fields)} ${err === undefined ? '' : errorKey(err)}`
  } catch {
    return undefined
  }
}

function errorKey(error: unknown): string {
  const { code, stack, message } = (error ?? {}) as { code?: string; stack?: string; message?: string }
  return isDatabaseAway(error) ? String(code) : `${code} ${stack ?? message}`
}

const whoseOf = ({ pid: _pid, hostname: _hostname, ...whose }: Record<string, unknown>): object => whose
