import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { MAX_UPLOAD_BYTES } from '#contract/limits.ts'
import { get, later, newPerson, postForm } from '../../test/client.ts'
import { addressOf, ended, runServer } from '../../test/process.ts'

const [FEW, MANY] = [1, 6]
const MEGABYTE = 1024 * 1024
/** Less than half of what is more under way: whoever kept files whole in memory would be far above, and a busy machine collects late. */
const MORE_AT_MOST = 120 * MEGABYTE

const folder = mkdtemp(join(tmpdir(), 'capsule-memory-'))
let child: ChildProcess | undefined
afterAll(async () => {
  child?.kill('SIGTERM')
  if (child) await ended(child)
  await rm(await folder, { recursive: true, force: true })
})

it(`memory stays flat while ${MANY} uploads of 50 MB arrive at once and not ${FEW}, and while they are read`, {
  timeout: 120_000,
}, async () => {
  child = runServer({ DATA_DIR: await folder })
  const url = await addressOf(child)
  const { token } = await newPerson(url)
  const { hosts } = await get(url, 'ossToken', {}, { token })
  const peakOf = async (atOnce: number) => {
    const watched = watch(url)
    await Promise.all(Array.from({ length: atOnce }, () => uploadAndRead(url, hosts.file)))
    return watched.end()
  }
  const few = await peakOf(FEW)
  const many = await peakOf(MANY)
  console.log(`memory ${Math.round(few / MEGABYTE)} MB at most with few, ${Math.round(many / MEGABYTE)} MB with many`)
  expect(many - few).toBeLessThan(MORE_AT_MOST)
})

const bytes = Buffer.alloc(MAX_UPLOAD_BYTES, 7)

async function uploadAndRead(url: string, host: Parameters<typeof postForm>[1]): Promise<void> {
  const { key, response } = await postForm(url, host, bytes)
  expect(response.status).toBe(200)
  const { body } = await fetch(url + host.preview + key)
  let size = 0
  for await (const part of body!) size += part.length
  expect(size).toBe(MAX_UPLOAD_BYTES)
}

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
