import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { listen } from '#standins/http.ts'
import { PlatformAway } from '../platform.ts'
import { fetchBill, readBill } from './bill.ts'
import { unzip } from './unzip.ts'

/** The smallest archive that a reader by the directory takes; names and text in UTF-8. */
function archiveOf(files: { name: string; text: string | Buffer; method?: number }[]): Buffer {
  const bodies: Buffer[] = []
  const lines: Buffer[] = []
  for (const { name, text, method = 8 } of files) {
    const [path, content] = [Buffer.from(name), Buffer.from(text)]
    const packed = method === 8 ? deflateRawSync(content) : content
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(path.length, 26)
    const line = Buffer.alloc(46)
    line.writeUInt32LE(0x02014b50, 0)
    line.writeUInt16LE(0x800, 8)
    line.writeUInt16LE(method, 10)
    line.writeUInt32LE(packed.length, 20)
    line.writeUInt16LE(path.length, 28)
    line.writeUInt32LE(Buffer.concat(bodies).length, 42)
    bodies.push(head, path, packed)
    lines.push(line, path)
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(Buffer.concat(bodies).length, 16)
  return Buffer.concat([...bodies, ...lines, end])
}

/** In GBK. */
const HEADS = Buffer.from(
  [
    'd6a7b8b6b1a6bdbbd2d7bac5', // 支付宝交易号
    'c9ccbba7b6a9b5a5bac5', // 商户订单号
    'd2b5cef1c0e0d0cd', // 业务类型
    'b6a9b5a5bdf0b6eea3a8d4aaa3a9', // 订单金额（元）
  ].join('2c'),
  'hex',
).toString('latin1')
const [PAID, REFUND] = ['\xbd\xbb\xd2\xd7', '\xcd\xcb\xbf\xee']
const csv = (...rows: string[]) => Buffer.from(['#x', HEADS, ...rows, '#x'].join('\r\n'), 'latin1')
const read = (...rows: string[]) => readBill(archiveOf([{ name: 'day.csv', text: csv(...rows) }]))

test('a bill is read from GBK, with tabs and quotation marks around what stands in it', () => {
  expect(read(`2026\t,T1\t,${PAID}\t,6.00\t`, `"2026","T2","${REFUND}","-1,5"`.replace(',5', '.50'))).toEqual([
    { is: 'paid', orderNo: 'T1', transactionId: '2026', fen: 600 },
    { is: 'refunded', orderNo: 'T2', transactionId: '2026', fen: 150 },
  ])
})

test('what is neither payment nor refund is left out, and so is the summary', () => {
  expect(read('2026,T1,\xca\xd6,6.00')).toEqual([])
  const summary = { name: 'day(汇总).csv', text: 'x' }
  expect(readBill(archiveOf([summary, { name: 'day.csv', text: csv(), method: 0 }]))).toEqual([])
  expect(() => readBill(archiveOf([summary]))).toThrow('without a bill')
})

test('an amount of another shape, a missing column, and what is no archive are refused', () => {
  expect(() => read(`2026,T1,${PAID},6.005`)).toThrow('amount')
  expect(() => readBill(archiveOf([{ name: 'day.csv', text: 'a,b' }]))).toThrow('without transactionId')
  const archive = archiveOf([{ name: 'day.csv', text: csv() }])
  for (const torn of [Buffer.alloc(0), Buffer.from('PK\x05\x06'), archive.subarray(0, -5), archive.subarray(40)])
    expect(() => readBill(torn)).toThrow()
  expect(() => readBill(archiveOf([{ name: 'day.csv', text: csv(), method: 12 }]))).toThrow('method 12')
})

test('an archive that swells is given up before it has swollen, in one file or in several', () => {
  const file = (bytes: number) => ({ name: 'a.csv', text: Buffer.alloc(bytes) })
  expect(() => unzip(archiveOf([file(1001)]), 1000)).toThrow('larger than 1000')
  expect(() => unzip(archiveOf([{ ...file(1001), method: 0 }]), 1000)).toThrow('without end')
  expect(unzip(archiveOf([file(400), file(600)]), 1000)).toHaveLength(2)
  expect(() => unzip(archiveOf([file(400), file(400), file(400)]), 1000)).toThrow('larger than 200')
})

test('a bill that cannot be fetched is an absent platform, and so is a silent one', async () => {
  const failing = await listen((_request, response) => void response.writeHead(500).end())
  const silent = await listen(() => undefined)
  for (const { url, close } of [failing, silent]) {
    await expect(fetchBill(url, 200)).rejects.toThrow(PlatformAway)
    await close()
  }
  await expect(fetchBill('file:///etc/passwd', 200)).rejects.toThrow('not over https')
  await expect(fetchBill('no address', 200)).rejects.toThrow(PlatformAway)
})
