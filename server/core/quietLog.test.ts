import { type Logger, pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { quietly } from './quietLog.ts'

const MINUTE_MS = 60_000

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function listen(): { log: Logger; said: () => Record<string, unknown>[] } {
  const lines: string[] = []
  const log = pino({ hooks: quietly() }, { write: (line: string) => lines.push(line) })
  return { log, said: () => lines.splice(0).map((line) => JSON.parse(line) as Record<string, unknown>) }
}

const away = () => Object.assign(new Error(`terminating ${Math.random()}`), { code: '57P01' })
const bug = (name: string) => Object.assign(new Error(name), { stack: `Error: ${name}\n    at ${name}.ts:1:1` })

it('an outage says its first line whole, then how often it came again and of which requests, then that it is over', () => {
  const { log, said } = listen()
  for (let i = 0; i < 500; i++) log.child({ reqId: `r${i}` }).warn({ err: away() }, 'the database is away')
  const first = said()
  expect(first).toHaveLength(1)
  expect(first[0]).toMatchObject({ level: 40, reqId: 'r0', msg: 'the database is away', err: { code: '57P01' } })
  expect((first[0]!.err as { stack: string }).stack).toContain('quietLog.test.ts')

  vi.advanceTimersByTime(MINUTE_MS)
  const counted = said()
  expect(counted).toHaveLength(1)
  expect(counted[0]).toMatchObject({ level: 40, msg: 'the database is away: 499 times more', times: 499 })
  expect(counted[0]!.of).toHaveLength(20)
  expect(counted[0]!.of).toContainEqual({ reqId: 'r1' })

  log.warn({ err: away() }, 'the database is away')
  expect(said()).toEqual([])
  vi.advanceTimersByTime(MINUTE_MS)
  expect(said()).toMatchObject([{ msg: 'the database is away: 1 times more' }])
  vi.advanceTimersByTime(MINUTE_MS)
  expect(said()).toMatchObject([{ level: 40, msg: 'the database is away: no longer' }])
  log.warn({ err: away() }, 'the database is away')
  expect(said()).toMatchObject([{ err: { code: '57P01' } }])
})

it('one that came once says nothing more', () => {
  const { log, said } = listen()
  log.error({ err: bug('a') }, 'a bug')
  expect(said()).toHaveLength(1)
  vi.advanceTimersByTime(10 * MINUTE_MS)
  expect(said()).toEqual([])
})

it('every bug is said, also in the midst of others: only its own repeats are counted', () => {
  const { log, said } = listen()
  for (const name of ['a', 'b', 'a', 'c', 'a']) log.error({ err: bug(name) }, 'a bug')
  expect(said().map(({ err }) => (err as { message: string }).message)).toEqual(['a', 'b', 'c'])
  vi.advanceTimersByTime(MINUTE_MS)
  expect(said()).toMatchObject([{ msg: 'a bug: 2 times more' }])
})

it('lines that differ in a field, and all below a warning, are said as they are', () => {
  const { log, said } = listen()
  log.error({ job: 'sendSms', err: bug('a') }, 'a job failed')
  log.error({ job: 'sendLetters', err: bug('a') }, 'a job failed')
  for (let i = 0; i < 3; i++) log.info('the same')
  const itself: Record<string, unknown> = {}
  itself.self = itself
  for (let i = 0; i < 2; i++) log.warn(itself, 'what cannot be compared')
  log.error(bug('bare'))
  log.error(bug('bare'))
  for (const ms of [1200, 1300]) log.warn({ statement: 'select users 123456', ms }, 'a slow statement')
  expect(said()).toHaveLength(9)
})

it('however many different lines come, none is swallowed', () => {
  const { log, said } = listen()
  for (let i = 0; i < 2_000; i++) log.warn({ i }, 'different')
  expect(said()).toHaveLength(2_000)
})
