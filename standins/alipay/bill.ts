import { crc32, deflateRawSync } from 'node:zlib'
import { gbk } from './gbk.ts'
import { inChina } from './time.ts'
import { type Trade, yuanOf } from './trades.ts'

const HEADS =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,订单金额（元）,商家实收（元）,退款批次号/请求号'

/** The trades and refunds of a day in China, zipped; undefined when there were none. */
export function billOf(trades: Trade[], day: string): Buffer | undefined {
  const rows = trades.flatMap((trade) => rowsOf(trade).filter(([at]) => inChina(at).startsWith(day)))
  if (rows.length === 0) return undefined
  const lines = ['#支付宝业务明细查询（沙箱）', HEADS, ...rows.map(([, row]) => row), '#业务明细列表结束']
  return zip([
    { name: `${day}_业务明细(汇总).csv`, text: '#支付宝业务汇总查询（沙箱）\r\n' },
    { name: `${day}_业务明细.csv`, text: `${lines.join('\r\n')}\r\n` },
  ])
}

function rowsOf(trade: Trade): [number, string][] {
  if (trade.paidAt === undefined) return []
  const row = (at: number, kind: string, amount: string, refundNo = ''): [number, string] => {
    const times = [inChina(trade.paidAt!), inChina(at)]
    const cells = [
      trade.tradeNo,
      trade.orderNo,
      kind,
      trade.title.replaceAll(',', ' '),
      ...times,
      amount,
      amount,
      refundNo,
    ]
    return [at, cells.map((cell) => `${cell}\t`).join(',')]
  }
  return [
    row(trade.paidAt, '交易', yuanOf(trade.fen)),
    ...trade.refunds.map(({ at, fen, refundNo }) => row(at, '退款', `-${yuanOf(fen)}`, refundNo)),
  ]
}

function zip(files: { name: string; text: string }[]): Buffer {
  const bodies: Buffer[] = []
  const lines: Buffer[] = []
  for (const file of files) {
    const offset = bodies.reduce((sum, { length }) => sum + length, 0)
    const { body, line } = packed(gbk(file.name), gbk(file.text), offset)
    bodies.push(body)
    lines.push(line)
  }
  const [data, directory] = [Buffer.concat(bodies), Buffer.concat(lines)]
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(data.length, 16)
  return Buffer.concat([data, directory, end])
}

/** A file's head and line of the directory share most of their fields. */
function packed(name: Buffer, content: Buffer, offset: number): { body: Buffer; line: Buffer } {
  const squeezed = deflateRawSync(content)
  const shared = Buffer.alloc(26)
  shared.writeUInt16LE(20, 0)
  shared.writeUInt16LE(8, 4)
  shared.writeUInt32LE(crc32(content), 10)
  shared.writeUInt32LE(squeezed.length, 14)
  shared.writeUInt32LE(content.length, 18)
  shared.writeUInt16LE(name.length, 22)
  const line = Buffer.alloc(20)
  line.writeUInt32LE(0x02014b50, 0)
  line.writeUInt16LE(20, 4)
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(offset, 10)
  return {
    body: Buffer.concat([Buffer.from('PK\x03\x04'), shared, name, squeezed]),
    line: Buffer.concat([line.subarray(0, 6), shared, rest, name]),
  }
}
