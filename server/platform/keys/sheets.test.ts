import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { deriveKeys } from './keys.ts'
import { makeKeyFile } from './place.ts'
import { joinSheets, MASTER_ON_PAPER, splitKey } from './sheets.ts'

const MASTER = Buffer.alloc(32, 7)
/** Two of three that were printed on the first day, with the key above. */
const PRINTED = [
  '0410-40WP-R101-4N0Z-QT8X',
  '7G9E-4WQG-2QMR-J6B3-KRQZ',
  'T9SZ-XP5T-FQG1-W4F8-Q54D',
  '45NH-A2H9-9WZK-6G8P-9F00',
  '0410-60WP-R101-4N0Z-QT8X',
  'HM4F-HEMD-AHMH-JNG3-RDFB',
  'ZX9C-S4JK-MDXM-B4TR-7B9F',
  'YSGS-PWV2-WN56-XWS9-KC80',
].join('\n')

const pairs = ([a, b, c]: string[]) => [
  [a!, b!],
  [c!, a!],
  [b!, c!],
]
const codesOf = (sheet: string) => sheet.split('\n').filter((line) => /^(?:[0-9A-Z]{4}-?)+$/.test(line))

describe('the master key on sheets', () => {
  it('is made again by any two of three, in any order, and by one of them not', async () => {
    const sheets = await splitKey(MASTER_ON_PAPER, MASTER, { needed: 2, sheets: 3 })
    for (const pair of pairs(sheets))
      expect((await joinSheets(MASTER_ON_PAPER, pair.join('\n'))).equals(MASTER)).toBe(true)
    for (const sheet of sheets) {
      await expect(joinSheets(MASTER_ON_PAPER, sheet)).rejects.toThrow('需要 2 张不同的恢复单，现在只有 1 张')
      await expect(joinSheets(MASTER_ON_PAPER, sheet + sheet)).rejects.toThrow('只有 1 张')
    }
  })

  it('is typed from paper: small letters, spaces, O for zero and I for one are read as they are meant', async () => {
    const sheets = await splitKey(MASTER_ON_PAPER, MASTER, { needed: 2, sheets: 3 })
    const typed = sheets
      .slice(1)
      .flatMap(codesOf)
      .map((line) => line.replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'I').toLowerCase())
    expect((await joinSheets(MASTER_ON_PAPER, typed.join('\n'))).equals(MASTER)).toBe(true)
  })

  it('of the first day is read for ever', async () => {
    expect((await joinSheets(MASTER_ON_PAPER, PRINTED)).equals(MASTER)).toBe(true)
  })

  it('says which sheet has a slip, what is missing, and what does not belong together', async () => {
    const [one, two, three] = await splitKey(MASTER_ON_PAPER, MASTER, { needed: 3, sheets: 5 })
    const [line] = codesOf(two!)
    const slipped = two!.replace(
      line!,
      line!.replace(/.$/, (last) => (last === 'X' ? 'Y' : 'X')),
    )
    await expect(joinSheets(MASTER_ON_PAPER, [one, slipped, three].join('\n'))).rejects.toThrow('第 2 张的编码有错字')
    await expect(joinSheets(MASTER_ON_PAPER, [one, two].join('\n'))).rejects.toThrow(
      '需要 3 张不同的恢复单，现在只有 2 张',
    )
    await expect(joinSheets(MASTER_ON_PAPER, `${one}\n${codesOf(two!)[0]}`)).rejects.toThrow('编码不完整')
    await expect(joinSheets(MASTER_ON_PAPER, '什么也没有')).rejects.toThrow('没有找到')
    const [other] = await splitKey(MASTER_ON_PAPER, Buffer.alloc(32, 8), { needed: 3, sheets: 5 })
    await expect(joinSheets(MASTER_ON_PAPER, [one, other].join('\n'))).rejects.toThrow('不属于同一把主密钥')
  })

  it('of two prints make no key, also where two of them are one point of the secret', async () => {
    const [one, two] = await splitKey(MASTER_ON_PAPER, MASTER, { needed: 3, sheets: 5 })
    // In one of some 130 prints the third sheet has the place of one of these.
    for (let prints = 0; prints < 400; prints++) {
      const again = await splitKey(MASTER_ON_PAPER, MASTER, { needed: 3, sheets: 5 })
      await expect(joinSheets(MASTER_ON_PAPER, [one, two, again[2]].join('\n'))).rejects.toThrow('不是同一次打印的')
    }
  })

  it.each([
    [1, 3],
    [4, 3],
    [2, 11],
    [2.5, 3],
    [Number.NaN, 3],
  ])('is not split so that %s of %s are needed', async (needed, sheets) => {
    await expect(splitKey(MASTER_ON_PAPER, MASTER, { needed, sheets })).rejects.toThrow('请写明需要几张')
  })
})

describe('npm run keys', () => {
  const folder = mkdtemp(join(tmpdir(), 'capsule-keys-'))
  afterAll(async () => rm(await folder, { recursive: true, force: true }))

  const run = (dataDir: string, words: string[], typed = '') =>
    new Promise<{ out: string; err: string; code: number }>((resolve) => {
      const env = { PATH: process.env.PATH, NODE_ENV: 'test', DATA_DIR: dataDir }
      const child = execFile(process.execPath, ['dist/server/cli.js', 'keys', ...words], { env }, (error, out, err) =>
        resolve({ out, err, code: Number(error?.code ?? 0) }),
      )
      child.stdin!.end(typed)
    })

  it('prints sheets, proves them, and puts the key back where it was lost, with another nowhere', {
    timeout: 90_000,
  }, async () => {
    const dataDir = await folder
    const path = join(dataDir, 'keys', 'master.key')
    await makeKeyFile(path, MASTER)
    const before = await readFile(path, 'utf8')
    const { out } = await run(dataDir, ['split', '2', '3'])
    const sheets = out.split('— — ').filter((part) => part.includes('恢复单'))
    expect(sheets).toHaveLength(3)
    expect(out).not.toContain(before.trim())
    const files = await Promise.all(
      sheets.map(async (sheet, at) => {
        const file = join(dataDir, `sheet-${at}.txt`)
        await writeFile(file, sheet)
        return file
      }),
    )
    const two = files.slice(1)
    expect((await run(dataDir, ['join', ...two])).out).toContain('与现在的主密钥一致')
    expect((await run(dataDir, ['join', files[0]!])).err).toContain('需要 2 张')
    await rm(path)
    expect((await run(dataDir, ['join', ...two])).out).toContain('加上 --write')
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' })
    expect((await run(dataDir, ['join', '--write'], sheets.slice(0, 2).join('\n'))).out).toContain('已放回')
    expect(await readFile(path, 'utf8')).toBe(before)
    expect((await stat(path)).mode & 0o777).toBe(0o600)

    const elsewhere = join(dataDir, 'elsewhere')
    await makeKeyFile(join(elsewhere, 'keys', 'master.key'), Buffer.alloc(32, 8))
    const other = await run(elsewhere, ['join', '--write', ...two])
    expect([other.code, other.err]).toEqual([1, expect.stringContaining(deriveKeys(MASTER).fingerprint)])
    expect(await readFile(join(elsewhere, 'keys', 'master.key'), 'utf8')).not.toBe(before)

    await makeKeyFile(join(elsewhere, 'keys', `old-${deriveKeys(MASTER).fingerprint}.key`), MASTER)
    const old = (await run(elsewhere, ['join', '--write', ...two])).out
    expect(old).toContain(`轮换以前的旧主密钥（指纹 ${deriveKeys(MASTER).fingerprint}）`)
    expect(old).toContain(`现在用的是 ${deriveKeys(Buffer.alloc(32, 8)).fingerprint}`)
    expect(await readFile(join(elsewhere, 'keys', 'master.key'), 'utf8')).not.toBe(before)
  })
})
