import { isLoopback } from '#server/core/loopback.ts'
import { fenOf } from '#server/platform/outside/money.ts'
import type { BillLine } from '#server/platform/outside/payment.ts'
import { PlatformAway } from '#server/platform/outside/platform.ts'
import { readBytes } from '#server/platform/outside/readText.ts'
import { unzip } from './unzip.ts'

export const MOST_BILL_BYTES = 50 * 1024 * 1024
const KIND: Record<string, BillLine['is']> = { 交易: 'paid', 退款: 'refunded' }
/** A day's bill comes with a summary, by store. */
const SUMMARY = '汇总'
/** Columns, by how their heads begin: the brackets around 元 come in two widths. */
const COLUMN = { transactionId: '支付宝交易号', orderNo: '商户订单号', kind: '业务类型', yuan: '订单金额' } as const

/** Fetches the archive that the platform named. Throws PlatformAway. */
export async function fetchBill(address: string, timeoutMs: number): Promise<BillLine[]> {
  try {
    const url = new URL(address)
    if (url.protocol !== 'https:' && !isLoopback(url.hostname)) throw new Error('not over https')
    return readBill(await download(url, timeoutMs))
  } catch (error) {
    throw new PlatformAway(`bill: ${(error as Error).message}`)
  }
}

async function download(url: URL, timeoutMs: number): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return readBytes(response, MOST_BILL_BYTES)
}

/**
 * The lines of a day: CSV in GBK within an archive. Written after descriptions of it, and tried against our own stand-in
 * alone, never against the platform.
 */
export function readBill(archive: Buffer): BillLine[] {
  const files = unzip(archive, MOST_BILL_BYTES).filter(({ name }) => name.endsWith('.csv') && !name.includes(SUMMARY))
  if (files.length === 0) throw new Error('an archive without a bill')
  return files.flatMap(({ content }) => linesOf(new TextDecoder('gbk').decode(content)))
}

function linesOf(text: string): BillLine[] {
  const rows = text.split(/\r?\n/).filter((row) => row.trim() && !row.startsWith('#'))
  const heads = cellsOf(rows[0] ?? '')
  const at = Object.entries(COLUMN).map(
    ([name, head]) => [name, heads.findIndex((cell) => cell.startsWith(head))] as const,
  )
  const missing = at.find(([, column]) => column < 0)
  if (missing) throw new Error(`a bill without ${missing[0]}`)
  return rows.slice(1).flatMap((row) => {
    const cells = cellsOf(row)
    return lineOf(Object.fromEntries(at.map(([name, column]) => [name, cells[column] ?? ''])) as Cells)
  })
}

type Cells = Record<keyof typeof COLUMN, string>

function lineOf({ kind, orderNo, transactionId, yuan }: Cells): BillLine[] {
  const is = KIND[kind]
  if (!is) return []
  // Money that went back has a minus before it.
  const fen = fenOf(yuan.replace(/^-/, ''))
  if (fen === undefined) throw new Error('an amount of another shape')
  return [{ is, orderNo, transactionId, fen }]
}

/** Every cell ends with a tab, so that spreadsheets leave long numbers alone; some stand in quotation marks. */
const cellsOf = (row: string): string[] =>
  [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"\s*|([^,]*))/g)].map(([, quoted, bare = '']) =>
    (quoted?.replaceAll('""', '"') ?? bare).trim(),
  )
