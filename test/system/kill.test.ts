import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startApp, stopApp } from '#test/app.ts'
import { ask, get, later, newPerson, textCapsule, upload } from '#test/client.ts'
import { png } from '#test/media.ts'
import { addressOf, ended, runServer } from '#test/process.ts'
import { drill } from '#test/thorough.ts'

const KILLS = 12
const SEALING_MS = 250
const SEALED_A_KILL = 3
const UPLOADS_A_KILL = 10
const UPLOADS = UPLOADS_A_KILL * 6
const UPLOADING_MS = 150

/** Only the embedded engine: whether a database server keeps its data through a crash is its own promise. */
describe.skipIf(process.env.DATABASE_URL)('a server killed with -9', () => {
  const folder = mkdtemp(join(tmpdir(), 'capsule-kill-'))
  const children: ChildProcess[] = []
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await rm(await folder, { recursive: true, force: true })
  })

  drill(
    `in the middle of ${UPLOADS} uploads leaves no object missing that a saved draft names`,
    {
      timeout: 480_000,
    },
    async () => {
      const dataDir = await mkdtemp(join(await folder, 'uploads-'))
      const saved: { token: string; capsule_id: string; bytes: Buffer }[] = []
      for (let done = 0; done < UPLOADS; done += UPLOADS_A_KILL) {
        const { child, url } = await start(dataDir)
        const { token } = await newPerson(url)
        const uploading = Array.from({ length: UPLOADS_A_KILL }, async (_, turn) => {
          const bytes = await png({ width: 300, height: 300, seed: done + turn })
          const key = await upload(url, token, 'image', bytes, 'png')
          const content = [{ type: 1 as const, content: key, comment: '' }]
          const { capsule_id } = await get(url, 'createTimeDraft', { content, content_type: 1 }, { token })
          saved.push({ token, capsule_id, bytes })
        })
        const over = Promise.allSettled(uploading)
        const before = saved.length
        while (saved.length === before) await later(5)
        await later(Math.random() * UPLOADING_MS)
        child.kill('SIGKILL')
        await Promise.all([ended(child), over])
      }
      const app = await startApp({ dataDir, databaseUrl: undefined })
      for (const { token, capsule_id, bytes } of saved) {
        const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id }, { token })
        const answer = await fetch(app.url + capsule.capsule_content!.content[0]!.content)
        expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes)
      }
      const rows = await app.services.db.selectFrom('objects').select(['key', 'size']).execute()
      for (const { key, size } of rows) expect(await app.services.media.sizeOf(key), key).toBe(size)
      const broken = await app.services.db.selectFrom('broken_invariants').selectAll().execute()
      await stopApp(app)
      expect(broken).toEqual([])
      expect(saved.length).toBeGreaterThanOrEqual(UPLOADS / UPLOADS_A_KILL)
    },
  )

  drill(
    `in the middle of sealing, ${KILLS} times, keeps every acknowledged capsule and every invariant`,
    {
      timeout: 480_000,
    },
    async () => {
      const dataDir = await folder
      const acknowledged: string[] = []
      const people: string[] = []
      for (let round = 0; round < KILLS; round++) {
        const { child, url } = await start(dataDir)
        const { token } = await newPerson(url)
        people.push(token)
        const before = acknowledged.length
        const sealing = [...Array(6)].map(async (_, i) => {
          const answer = await ask(url, 'createTimeCapsule', textCapsule(`<p>${round} ${i}</p>`), { token }).catch(
            () => undefined,
          )
          if (answer?.code === 1000) acknowledged.push(answer.data!.capsule_id)
        })
        // In every second round some sealings are acknowledged first: on a busy machine the kill would come before any.
        while (round % 2 === 0 && acknowledged.length < before + SEALED_A_KILL) await later(1)
        await Promise.race([Promise.all(sealing), later(Math.random() * SEALING_MS)])
        child.kill('SIGKILL')
        await Promise.all([ended(child), ...sealing])
      }
      const app = await startApp({ dataDir, databaseUrl: undefined })
      const kept = new Set<string>()
      for (const token of people) {
        const { capsules } = await get(app.url, 'myClosedCapsules', {}, { token })
        for (const { id } of capsules.data) kept.add(id)
        const { user } = await get(app.url, 'userInfo', {}, { token })
        expect(user.time_count).toBe(6 - capsules.data.length)
      }
      const broken = await app.services.db.selectFrom('broken_invariants').selectAll().execute()
      await stopApp(app)
      expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
      expect(acknowledged.length).toBeGreaterThan(KILLS)
      expect(broken).toEqual([])
    },
  )

  it('leaves the folder to one process at a time: a second one leaves with a plain sentence; a signal ends the first with 0 while a silent connection is open', {
    timeout: 60_000,
  }, async () => {
    const dataDir = await folder
    const first = await start(dataDir)
    const second = run(dataDir)
    let said = ''
    second.stderr!.on('data', (chunk) => {
      said += chunk
    })
    expect(await ended(second)).toBe(1)
    expect(said.trim()).toMatch(/^数据文件夹 .* 正被另一个进程使用/)
    expect(said.trim().split('\n')).toHaveLength(1)
    const silent = connect(Number(new URL(first.url).port), '127.0.0.1')
    await new Promise((resolve) => silent.once('connect', resolve))
    first.child.kill('SIGTERM')
    expect(await ended(first.child)).toBe(0)
    silent.destroy()
  })

  it('ends with 0 by a signal that comes while it starts', { timeout: 60_000 }, async () => {
    const dataDir = join(await folder, 'begun')
    const child = run(dataDir)
    while (!existsSync(join(dataDir, 'pg'))) await new Promise((resolve) => setTimeout(resolve, 5))
    child.kill('SIGTERM')
    expect(await ended(child)).toBe(0)
    await stopApp(await startApp({ dataDir, databaseUrl: undefined }))
  })

  function run(dataDir: string): ChildProcess {
    const child = runServer({ DATA_DIR: dataDir })
    children.push(child)
    return child
  }

  async function start(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
    const child = run(dataDir)
    return { child, url: await addressOf(child) }
  }
})
