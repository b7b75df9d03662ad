import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bytesOfHex } from '#contract/bytes.ts'
import { runKeys } from '#server/platform/keys/commands.ts'
import { command } from '#test/command.ts'
import { unwrapByMonth, wrapForMonth } from './monthKeys.ts'
import { runOffline } from './offline.ts'
import { digestOf, keyOfMonth, readPublicKeys } from './publicKeys.ts'

/** Near the last month there are few keys to make. */
const NOW = new Date('2120-07-31T23:30:00+08:00')
let folder: string
let elsewhere: Server
let there = NOW
let sheets: string[]

const desk = (now = NOW, typed = '') => ({ now: () => now, typed: async () => typed, say: () => undefined })
const at = (name: string) => join(folder, name)
const time = () => `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`
const release = (now: Date, ...args: string[]) =>
  runOffline(['release', ...args, '--time', time(), at('a'), at('c')], desk(now))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'capsule-sunset-'))
  elsewhere = createServer((_request, response) => response.setHeader('date', there.toUTCString()).end())
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const said = await runOffline(['keys', '--to', folder], desk())
  sheets = said.split('— '.repeat(30)).map((sheet) => sheet.trim())
  for (const [index, name] of ['a', 'b', 'c'].entries()) await writeFile(at(name), sheets[index]!)
})
afterAll(async () => {
  elsewhere.close()
  await rm(folder, { recursive: true, force: true })
})

const keysNow = async () => readPublicKeys(await readFile(at('month-keys.json'), 'utf8'))!

describe('the keys of months, made away from the server', () => {
  it('are three sheets any two of which make the seed, and a file of public keys to 2120, never written over', async () => {
    expect(sheets).toHaveLength(3)
    const keys = await keysNow()
    expect([keys.from, keys.to, keys.keys.length]).toEqual(['2120-07', '2120-12', 6])
    for (const sheet of sheets) expect(sheet).toContain(`公钥摘要：${digestOf(keys)}`)
    await expect(runOffline(['keys', '--to', folder], desk())).rejects.toThrow('已经有了')
    expect(await keysNow()).toEqual(keys)
  })

  it('are proven by any two sheets, from files or typed, and a key in the file that is not theirs is found', async () => {
    const keys = at('month-keys.json')
    for (const pair of ['ab', 'bc', 'ca'])
      expect(await runOffline(['prove', '--keys', keys, ...[...pair].map(at)], desk())).toContain('公钥文件是它的')
    expect(await runOffline(['prove'], desk(NOW, sheets.slice(1).join('\n')))).toContain('恢复单有效')
    await expect(runOffline(['prove', at('a')], desk())).rejects.toThrow('需要 2 张')
    const file = await keysNow()
    await writeFile(at('bent.json'), JSON.stringify({ ...file, keys: file.keys.with(0, file.keys[1]!) }))
    await expect(runOffline(['prove', '--keys', at('bent.json'), at('a'), at('b')], desk())).rejects.toThrow(
      '不是这份种子的',
    )
    await writeFile(at('short.json'), JSON.stringify({ ...file, keys: file.keys.slice(1) }))
    await expect(runOffline(['prove', '--keys', at('short.json'), at('a'), at('b')], desk())).rejects.toThrow(
      '不是公钥文件',
    )
  })

  it('are not taken for the master key, nor the master key’s sheets for theirs', async () => {
    const place = { dataDir: folder, masterKey: undefined, oldMasterKeys: [] } as unknown as Parameters<
      typeof runKeys
    >[0]
    const given = { named: sheets, typed: async () => '' }
    await expect(runKeys(place, ['join'], given)).rejects.toThrow('不是主密钥的恢复单')
  })
})

describe('the number that is published', () => {
  it('is the one of the last month that has ended in China, and opens what was wrapped until then', async () => {
    const keys = await keysNow()
    const key = Buffer.alloc(32, 5)
    const wrap = wrapForMonth(keyOfMonth(keys, '2120-07')!, '2120-07', key)
    there = new Date('2120-08-01T00:30:00+08:00')
    const [month, number] = (await release(there)).split(' ')
    expect(month).toBe('2120-07')
    expect(unwrapByMonth(wrap, '2120-07', { number: bytesOfHex(number!)!, from: month! }).equals(key)).toBe(true)
  })

  it('is refused for a month that has not ended, with this clock or the other one ahead, and without another', async () => {
    there = NOW
    await expect(release(NOW, '2120-07')).rejects.toThrow('2120-07 还没有结束，最近结束的月份是 2120-06')
    await expect(release(new Date('2120-08-01T00:30:00+08:00'), '2120-07')).rejects.toThrow('相差超过5分钟')
    there = new Date('2120-08-01T00:30:00+08:00')
    await expect(release(NOW, '2120-07')).rejects.toThrow('相差超过5分钟')
    await expect(runOffline(['release', '2120-06', at('a'), at('b')], desk())).rejects.toThrow('用法')
    await expect(runOffline(['release', '--time', 'http://127.0.0.1:1/'], desk())).rejects.toThrow('没有给出时间')
  })

  it('needs no data folder, database, settings or server', async () => {
    const faulty = { DATABASE_URL: 'nonsense', PORT: 'none', MASTER_KEY: 'none' }
    const refused = await command(faulty, 'sunset', 'prove', at('a'))
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('需要 2 张') })
    expect(await command(faulty, 'sunset', 'prove', at('a'), at('c'))).toMatchObject({ code: 0 })
  })
})
