import { createHash } from 'node:crypto'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Detail } from '#contract/capsule.ts'
import { NO_RECEIPT, type Receipt } from '#contract/receipt.ts'
import { endPages, ok, openPage, person, startPages } from '#test/page.tsx'
import { KEY, received } from '#test/receipts/received.ts'
import { hashUploads } from '#test/uploads.ts'
import { address, image, item, opened } from '#web/capsule/media/shown.fixture.ts'
import { openedOf } from './openedOf.ts'

afterEach(endPages)

const ORIGINAL = 'the bytes of a picture'
const SHA256 = createHash('sha256').update(ORIGINAL).digest('hex')
const PICTURE = item(1, image('sea'), { name: '海边.jpg', sha256: SHA256, size: 2048 })
const LONG = '写给很多年以后还会在雨天想起今天这场雨和这把伞的我们两个人的一封长长长长长长长长长长的信'

const text = (content: string) => ({ type: 0, content, comment: '' })
function capsuleOf(content = [text('<p>十年后见</p>')], fields: Partial<Detail> = {}): Detail {
  return { ...opened(content).data.capsule, long_tag: LONG, send_word: '别怕', description: '', ...fields }
}

/** The receipt of this capsule as it was sealed, and the file of it. */
function sealed(capsule: Detail, choices?: Parameters<typeof received>[2]) {
  const statement = { id: '', type: 0, sealed_at: '', open_time: '', parts: {} } as const
  const { capsule: facts, parts } = openedOf(capsule, { commitment: '', statement, salts: {} })!
  const receipt = received(facts, parts, choices)
  return { receipt, file: openedOf(capsule, receipt)! }
}

/** The pages, with the keys of the log at its door, and the originals at their addresses. */
function start(user = person() as ReturnType<typeof person> | undefined, original = ORIGINAL) {
  const server = startPages(user)
  const { fetch } = globalThis
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (!path.startsWith('/api/')) asked.push(path)
    if (path === '/log/keys') return new Response(`${KEY}\n`)
    if (path.startsWith('/m/')) return new Response(original)
    return fetch(path, init)
  })
  hashUploads()
  return { ...server, fetched: () => asked }
}

async function verifyShown(shown: Detail, receipt: Receipt, { is_mine = 1 as 0 | 1, original = ORIGINAL } = {}) {
  const server = start(person(), original)
  server.answer('capsuleDetail', ok({ capsule: shown, is_mine, is_love: 0 as const }))
  server.answer('receipt', ok(receipt))
  const user = await openPage('/pages/verify', { id: '3' })
  return { server, user, result: await screen.findByRole('region', { name: '验证结果' }) }
}

const asFile = (content: unknown, name: string) =>
  new File([typeof content === 'string' ? content : JSON.stringify(content)], name)

async function verifyFiles(files: File[]) {
  start(undefined)
  const user = await openPage('/pages/verify')
  await user.upload(screen.getByLabelText('放入文件'), files)
  return { user, result: await screen.findByRole('region', { name: '验证结果' }) }
}

it('a capsule as it was sealed is said to be unchanged since its day', async () => {
  const capsule = capsuleOf()
  const { result } = await verifyShown(capsule, sealed(capsule).receipt)
  within(result).getByRole('heading', { name: '2025年1月1日封存，此后一字未改' })
  within(result).getByText(LONG)
  within(result).getByText(/记入 capsule\.test\/log，验证密钥 [0-9a-f]{8}$/)
  screen.getByText(/不能证明是谁写的/)
})

it('parts that are not as they were sealed are named in plain words', async () => {
  const capsule = capsuleOf([text('<p>一</p>'), PICTURE, text('<p>二</p>')])
  const changed = { ...capsule, long_tag: '另一个标题', send_word: '别怕！', open_time: '2026-02-01 00:00:00' }
  changed.capsule_content = { ...capsule.capsule_content!, content: [text('<p>一</p>'), PICTURE, text('<p>三</p>')] }
  const { result } = await verifyShown(changed, sealed(capsule).receipt)
  within(result).getByRole('heading', { name: '和封存时不一样' })
  for (const name of ['标题', '寄语', '打开时间', '第2段文字']) within(result).getByText(name)
  expect(within(result).queryByText('第1段文字')).toBeNull()
})

it('a receipt that came late shows the day of its checkpoint, and says why', async () => {
  const capsule = capsuleOf()
  const { result } = await verifyShown(capsule, sealed(capsule, { lateSeconds: 40 * 86_400 }).receipt)
  within(result).getByRole('heading', { name: '2025年2月10日起，此后一字未改' })
  within(result).getByText(/封存日是2025年1月1日，凭证却到2025年2月10日才记入/)
})

it('the receipt of another capsule, a changed one and one of another key are refused with the reason', async () => {
  const [capsule, other] = [capsuleOf(), capsuleOf([text('<p>别的</p>')])]
  const { receipt, file } = sealed(capsule)
  const foreign = receipt.proof.replaceAll('capsule.test/log', 'another.test/log')
  // Within the last signature.
  const at = receipt.proof.length - 20
  const changed = receipt.proof.slice(0, at) + (receipt.proof[at] === 'A' ? 'B' : 'A') + receipt.proof.slice(at + 1)
  const cases: [string, string][] = [
    [sealed(other).receipt.proof, '不是这枚胶囊的凭证'],
    [changed, '凭证被改动过'],
    [foreign, '不是我们签的'],
  ]
  for (const [proof, head] of cases) {
    const { result } = await verifyFiles([asFile(proof, '凭证-信.txt'), asFile(file, '胶囊-信.json')])
    within(result).getByRole('heading', { name: head })
    endPages()
  }
})

it('files are checked on this device: receipt and capsule by file or pasted, originals beside them', async () => {
  const { receipt, file } = sealed(capsuleOf([text('<p>十年后见</p>'), PICTURE]))
  const { user, result } = await verifyFiles([asFile(receipt.proof, '凭证-信.txt'), asFile(file, '胶囊-信.json')])
  within(result).getByRole('heading', { name: '2025年1月1日封存，核对过的部分一字未改' })
  within(result).getByText('第1个文件（海边.jpg）：还没有核对，要有原件才能核对')
  await user.upload(screen.getByLabelText('放入文件'), [asFile('others', '别的.jpg')])
  expect(await within(result).findByText('不是这枚胶囊里的原件')).toBeTruthy()
  await user.upload(screen.getByLabelText('放入文件'), [asFile(ORIGINAL, 'IMG_1.jpg')])
  await within(result).findByRole('heading', { name: '2025年1月1日封存，此后一字未改' })
  within(result).getByText('第1个文件（海边.jpg）：和封存时的原件一样')
  endPages()
  start(undefined)
  const other = await openPage('/pages/verify')
  await other.upload(screen.getByLabelText('放入文件'), [asFile(file, '胶囊-信.json')])
  expect(screen.queryByRole('region', { name: '验证结果' })).toBeNull()
  await other.click(screen.getByLabelText('也可以把凭证粘贴在这里'))
  await other.paste(receipt.proof.trimEnd())
  await screen.findByRole('heading', { name: /核对过的部分一字未改/ })
})

it('a file without its salts proves nothing of the texts, and says so', async () => {
  const { receipt, file } = sealed(capsuleOf())
  const empty = { ...file, salts: {}, parts: { title: '编造的标题' } }
  const { result } = await verifyFiles([asFile(receipt.proof, '凭证-信.txt'), asFile(empty, '胶囊-信.json')])
  expect(within(result).queryByText(/此后一字未改/)).toBeNull()
  within(result).getByText('没有核对，只有本人能看到')
})

it('the owner checks the originals by their addresses, only when asked for, with their size said before', async () => {
  const capsule = capsuleOf([text('<p>十年后见</p>'), PICTURE])
  const { server, user, result } = await verifyShown(capsule, sealed(capsule).receipt)
  expect(server.fetched()).toEqual(['/log/keys'])
  await user.click(within(result).getByRole('button', { name: '核对1个原件，要下载 2 KB' }))
  await within(result).findByRole('heading', { name: '2025年1月1日封存，此后一字未改' })
  expect(server.fetched()).toContain(address(image('sea')))
  endPages()
  const swapped = await verifyShown(capsule, sealed(capsule).receipt, { original: 'other bytes' })
  await swapped.user.click(within(swapped.result).getByRole('button', { name: /核对1个原件/ }))
  await within(swapped.result).findByRole('heading', { name: '和封存时不一样' })
  within(swapped.result).getByText('第1个文件（海边.jpg）')
})

it('others check the texts; of files it is said that only the original tells, and never that they were changed', async () => {
  const capsule = capsuleOf([text('<p>十年后见</p>'), PICTURE])
  const { sha256: _, ...copy } = PICTURE
  const shown = capsuleOf([text('<p>十年后见</p>'), copy], { send_word: undefined })
  const { result } = await verifyShown(shown, sealed(capsule, { isMine: false }).receipt, { is_mine: 0 })
  within(result).getByRole('heading', { name: '2025年1月1日封存，核对过的部分一字未改' })
  within(result).getByText(/^第1个文件.*：已去除拍摄信息，只有原件能核对$/)
  within(result).getByText('寄语')
  expect(within(result).queryByRole('button')).toBeNull()
  expect(result.textContent).not.toMatch(/有改动|不一样|不同/)
})

it('a place in the log shows its number, its day and the short form to anybody, and nothing else', async () => {
  const server = start(undefined)
  server.answer('logLine', ok({ index: 12, commitment: '0123456789abcdef', at: '2026-11-28' }))
  await openPage('/pages/verify', { i: '12' })
  const line = await screen.findByRole('region', { name: '封存记录' })
  expect(line.textContent).toBe('封存记录第 12 号记入2026年11月28日短码0123 4567 89ab cdef')
  expect(server.sent('logLine')).toEqual([{ index: 12 }])
  endPages()
  const none = start(undefined)
  none.answer('logLine', { code: 1004, message: '内容不存在' })
  await openPage('/pages/verify', { i: '13', l: '2' })
  await screen.findByText('公开记录里还没有这一号')
  expect(none.sent('logLine')).toEqual([{ index: 13, log: 2 }])
})

it('one’s own capsule says that its receipt is in the making, looks again by itself, and then gives it as a file', async () => {
  const server = start()
  const capsule = capsuleOf()
  const { receipt } = sealed(capsule)
  server.answer('capsuleDetail', ok({ capsule, is_mine: 1 as const, is_love: 0 as const }))
  server.answer('receipt', ok({ commitment: receipt.commitment }))
  const user = await openPage('/subPages/me/capsuleDetail', { id: '3', isOther: '0' })
  const own = await screen.findByRole('region', { name: '封存凭证' })
  within(own).getByText('凭证生成中，一分钟内就好')
  server.answer('receipt', ok(receipt))
  await vi.advanceTimersByTimeAsync(11_000)
  await within(own).findByText('凭证已生成 · 2025年1月1日')
  const saved: { name: string; text: string }[] = []
  const urls = new Map<string, File>()
  const { createObjectURL } = URL
  URL.createObjectURL = (file: Blob) => {
    urls.set(`blob:${urls.size}`, file as File)
    return `blob:${urls.size - 1}`
  }
  const clicking = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    void urls
      .get(this.href)!
      .text()
      .then((text) => saved.push({ name: this.download, text }))
  })
  await user.click(within(own).getByRole('button', { name: '保存凭证' }))
  await user.click(within(own).getByRole('button', { name: '保存可核对的胶囊' }))
  await waitFor(() => expect(saved).toHaveLength(2))
  URL.createObjectURL = createObjectURL
  clicking.mockRestore()
  expect(saved[0]).toEqual({ name: `凭证-${LONG}-2025-01-01.txt`, text: receipt.proof })
  expect(saved[1]!.name).toBe(`胶囊-${LONG}-2025-01-01.json`)
  endPages()
  const { result } = await verifyFiles(saved.map(({ name, text }) => asFile(text, name)))
  within(result).getByRole('heading', { name: '2025年1月1日封存，此后一字未改' })
})

it('a capsule that was sealed without a receipt shows nothing of one, and so does a diary that was never sealed', async () => {
  const server = start()
  server.answer('capsuleDetail', ok({ capsule: capsuleOf(), is_mine: 1 as const, is_love: 0 as const }))
  server.answer('receipt', { code: 2, message: NO_RECEIPT })
  await openPage('/subPages/me/capsuleDetail', { id: '3', isOther: '0' })
  await screen.findByRole('heading', { name: LONG })
  await waitFor(() => expect(server.sent('receipt')).toHaveLength(1))
  expect(screen.queryByText(/凭证/)).toBeNull()
  endPages()
  const diaries = start()
  const diary = capsuleOf(undefined, { type: 1, capsule: 2, sealed_at: '', is_public: 1 })
  diaries.answer('capsuleDetail', ok({ capsule: diary, is_mine: 0 as const, is_love: 0 as const }))
  const user = await openPage('/pages/unseal', { id: '3', token: 't'.repeat(43) })
  await user.click(await screen.findByRole('button', { name: '拆开' }))
  await screen.findByRole('heading', { name: LONG })
  expect(diaries.asked()).not.toContain('receipt')
})

it('a shared capsule says that it has a receipt since its day, and leads to its verification', async () => {
  const server = start(undefined)
  const capsule = capsuleOf()
  server.answer('capsuleDetail', ok({ capsule, is_mine: 0 as const, is_love: 0 as const }))
  server.answer('receipt', ok(sealed(capsule, { isMine: false }).receipt))
  const user = await openPage('/pages/unseal', { id: '3', token: 't'.repeat(43) })
  await user.click(await screen.findByRole('button', { name: '拆开' }))
  await screen.findByText('有凭证 · 2025年1月1日')
  const link = screen.getByRole('link', { name: '验证凭证' })
  expect(link.getAttribute('href')).toBe(`#/pages/verify?id=3&token=${'t'.repeat(43)}`)
  expect(server.sent('receipt')[0]).toEqual({ capsule_id: '3', token: 't'.repeat(43) })
})
