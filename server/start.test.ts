import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addressOf, ended, listenTo, runServer, runUncollected } from '../test/process.ts'

const WAITING = 'another process owns the data folder'
/** Far more than it takes; nothing here is about time. */
const WITHIN = { timeout: 60_000 }
const DEMO_LINE = '演示账号：手机号 13800000000，密码 capsule88'

let DATA_DIR: string
let children: ChildProcess[]
let ofGroups: number[]

beforeEach(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'capsule-start-'))
  children = []
  ofGroups = []
})
afterEach(async () => {
  for (const pid of ofGroups) process.kill(-pid, 'SIGKILL')
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(children.map(ended))
  await rm(DATA_DIR, { recursive: true, force: true })
})

function start(env: Record<string, string> = {}): { child: ChildProcess; said: () => string } {
  const child = runServer({ DATA_DIR, LOG_LEVEL: 'warn', ...env })
  children.push(child)
  return { child, said: listenTo(child) }
}

const ownerOf = (dataDir: string): number => JSON.parse(readFileSync(join(dataDir, 'pg', 'owner.lock'), 'utf8')).pid

/** Its state (field 3) and how many threads it has left (field 20). */
function stateOf(pid: number) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return { state: fields[0], threads: Number(fields[17]) }
}

describe.skipIf(process.env.DATABASE_URL)('a start beside an owner of the data folder', { timeout: 180_000 }, () => {
  it.runIf(process.platform === 'linux')('begins at once when that one was killed and is not collected', async () => {
    const parent = runUncollected({ DATA_DIR })
    children.push(parent)
    ofGroups.push(parent.pid!)
    await addressOf(parent)
    const owner = ownerOf(DATA_DIR)
    process.kill(owner, 'SIGKILL')
    await expect.poll(() => stateOf(owner), WITHIN).toEqual({ state: 'Z', threads: 1 })
    const { child, said } = start()
    await addressOf(child)
    expect(stateOf(owner).state).toBe('Z')
    expect(ownerOf(DATA_DIR)).toBe(child.pid)
    expect(said()).not.toContain(WAITING)
  })

  it('waits for one that is about to end, and says so once', async () => {
    const owner = start().child
    await addressOf(owner)
    const { child, said } = start()
    const address = addressOf(child)
    await expect.poll(said, WITHIN).toContain(WAITING)
    owner.kill('SIGKILL')
    expect(await address).toMatch(/^http/)
    expect(said().split(WAITING)).toHaveLength(2)
  })

  it('refuses after waiting when that one goes on', async () => {
    const owner = start()
    const address = await addressOf(owner.child)
    const { child, said } = start()
    expect(await ended(child)).toBe(1)
    expect(said()).toContain(WAITING)
    expect(said()).toContain(`正被另一个进程使用（pid ${owner.child.pid}），请先停止它。`)
    expect((await fetch(`${address}/health`)).status).toBe(200)
  })
})

describe.skipIf(process.env.DATABASE_URL)('what a start says when it is ready', { timeout: 180_000 }, () => {
  const development = { NODE_ENV: 'development', LOG_LEVEL: 'error' }

  it('is where it is, and whom to sign in as while there is a demonstration', async () => {
    const first = start({ ...development, SEED_DEMO: '1' })
    const address = await addressOf(first.child)
    await expect.poll(first.said, WITHIN).toBe(`已就绪：${address}\n${DEMO_LINE}\n`)
    first.child.kill('SIGTERM')
    await ended(first.child)
    const second = start(development)
    await expect.poll(second.said, WITHIN).toContain(DEMO_LINE)
  })

  it('names no demonstration that is not there', async () => {
    const { child, said } = start(development)
    const address = await addressOf(child)
    expect((await fetch(`${address}/health`)).status).toBe(200)
    expect(said()).toBe(`已就绪：${address}\n`)
  })
})
