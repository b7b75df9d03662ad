import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { MAX_UPLOAD_BYTES } from '#contract/limits.ts'
import { get, later, newPerson, postForm } from '../../test/client.ts'
import { addressOf, ended, runServer } from '../../test/process.ts'

const AT_ONCE = 4
const MEGABYTE = 1024 * 1024
/** A third of what is under way: whoever kept files whole in memory would be far above. */
const MORE_AT_MOST = 60 * MEGABYTE

const folder = mkdtemp(join(tmpdir(), 'capsule-memory-'))
let child: ChildProcess | undefined
afterAll(async () => {
  child?.kill('SIGTERM')
  if (child) await ended(child)
  await rm(await folder, { recursive: true, force: true })
})

it(`memory stays flat while ${AT_ONCE} uploads of 50 MB arrive at once, and while they are read`, {
  timeout: 120_000,
}, async () => {
  child = runServer({ DATA_DIR: await folder })
  const url = await addressOf(child)
  const { token } = await newPerson(url)
  const { hosts } = await get(url, 'ossToken', {}, { token })
  const bytes = Buffer.alloc(MAX_UPLOAD_BYTES, 7)
  await postForm(url, hosts.file, bytes)
  const before = await memoryOf(url)
  const watched = watch(url)
  const posted = await Promise.all(Array.from({ length: AT_ONCE }, () => postForm(url, hosts.file, bytes)))
  for (const { response } of posted) expect(response.status).toBe(200)
  await Promise.all(
    posted.map(async ({ key }) => {
      const { body } = await fetch(url + hosts.file.preview + key)
      let size = 0
      for await (const part of body!) size += part.length
      expect(size).toBe(MAX_UPLOAD_BYTES)
    }),
  )
  const peak = await watched.end()
  console.log(`memory ${Math.round(before / MEGABYTE)} MB before, ${Math.round(peak / MEGABYTE)} MB at most`)
  expect(peak - before).toBeLessThan(MORE_AT_MOST)
})

function watch(url: string) {
  let peak = 0
  let over = false
  const watching = (async () => {
    while (!over) {
      peak = Math.max(peak, await memoryOf(url))
      await later(20)
    }
  })()
  return {
    end: async () => {
      over = true
      await watching
      return peak
    },
  }
}

async function memoryOf(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1])
}
