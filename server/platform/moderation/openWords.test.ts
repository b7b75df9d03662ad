import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openWords } from './openWords.ts'
import { findWords } from './words.ts'

const folder = await mkdtemp(join(tmpdir(), 'words-'))
afterAll(() => rm(folder, { recursive: true }))
const path = join(folder, 'words.txt')
let clock = 0
const log = { error: vi.fn() }
let words: ReturnType<typeof openWords>
const look = async (text: string) => findWords(text, await words())

async function write(text: string): Promise<void> {
  await writeFile(path, text)
  // Two changes within the file system's smallest step would be one.
  clock += 5_000
  await utimes(path, clock / 1000, clock / 1000)
}

beforeEach(async () => {
  log.error.mockReset()
  await write('')
  words = openWords({ path, log, now: () => clock })
})

describe('the operator’s own words', () => {
  it('are refused, or doubtful with a question mark, beside the built-in ones', async () => {
    await write('\ufeff紫荆花园内部\r\n? 某某群  # looked at by hand\n\n# 无关\n')
    expect(await look('来紫荆·花園內部吧'.replace('園內', '园内'))).toEqual([{ verdict: 'refused', label: 'own' }])
    expect(await look('某某群')).toEqual([{ verdict: 'doubtful', label: 'own' }])
    expect(await look('无关 looked at by hand')).toEqual([])
    expect(await look('赌博')).toEqual([{ verdict: 'doubtful', label: 'gambling' }])
  })

  it('take a built-in word out, or change how it is judged', async () => {
    await write('-翻墙软件\n赌博\n- 微博彩\n')
    expect(await look('翻墙軟件')).toEqual([])
    expect(await look('赌博')).toEqual([{ verdict: 'refused', label: 'own' }])
    expect(await look('微博彩妆')).toEqual([{ verdict: 'doubtful', label: 'gambling' }])
  })

  it('hold nothing that would be found in every text', async () => {
    await write('？？\n?\n-\n——\n')
    expect(await look('今天天气很好')).toEqual([])
    expect(await look('')).toEqual([])
  })

  it('are read anew without a restart, but not looked at with every text', async () => {
    await write('第一词')
    expect(await look('第一词第二词')).toHaveLength(1)
    await writeFile(path, '第一词\n第二词')
    expect(await look('第一词第二词')).toHaveLength(1)
    clock += 5_000
    expect(await look('第一词第二词')).toHaveLength(2)
  })

  it('stay as they were while the file cannot be read, which is said once', async () => {
    await write('第一词')
    expect(await look('第一词')).toHaveLength(1)
    await rm(path)
    for (let times = 0; times < 3; times += 1) {
      clock += 5_000
      expect(await look('第一词')).toHaveLength(1)
    }
    expect(log.error).toHaveBeenCalledTimes(1)
    await write('第二词')
    clock += 5_000
    expect(await look('第一词第二词')).toHaveLength(1)
    expect(log.error).toHaveBeenCalledTimes(1)
  })

  it('are none without a file', async () => {
    words = openWords({ path: undefined, log })
    expect(await look('赌博')).toHaveLength(1)
    expect(log.error).not.toHaveBeenCalled()
  })
})
