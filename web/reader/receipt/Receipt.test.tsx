import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ArchiveItem, ArchiveMedium, ArchiveReceipt } from '#contract/archiveFiles.ts'
import { ITEMS } from '#test/archiveFolder.ts'
import { LOG_KEYS, proofAt, receiptFor } from '#test/archiveReceipts.ts'
import { emptyStorages } from '#test/storages.ts'
import { listenToData } from '../archive.ts'
import { keepSums } from '../check/readSums.ts'
import { chooseLanguage } from '../language.ts'
import { Receipt } from './Receipt.tsx'

const [, , sea, snow] = ITEMS as [ArchiveItem, ArchiveItem, ArchiveItem, ArchiveItem]
const PATHS = sea.parts.flatMap((part) => ('path' in part && part.path ? [part.path] : []))
const SUMS = Object.fromEntries(PATHS.map((path, at) => [path, String(at).repeat(64)]))
const RECEIPT = receiptFor(sea, SUMS)
const UNCHANGED = '2026年5月1日封存，此后一字未改'

beforeEach(() => {
  chooseLanguage('zh')
  listenToData()
  window.capsuleArchive?.('archive', { log_keys: LOG_KEYS, site: 'https://example.com' })
})
afterEach(() => {
  cleanup()
  emptyStorages()
  keepSums(new Map())
})

/** All that is said of this item once its receipt was checked. */
function said(item: ArchiveItem, receipt: ArchiveReceipt = RECEIPT): string {
  render(<Receipt item={item} receipt={receipt} />)
  fireEvent.click(screen.getByRole('button'))
  const { textContent } = screen.getByRole('region')
  cleanup()
  return textContent
}

const withMedium = (at: number, change: Partial<ArchiveMedium>): ArchiveItem => ({
  ...sea,
  parts: sea.parts.map((part, index) => (index === at ? { ...(part as ArchiveMedium), ...change } : part)),
})

describe('the receipt of an item in the reader', () => {
  it('says on the spot since when the item is unchanged, and whose the keys are', () => {
    const text = said(sea)
    expect(text).toContain(UNCHANGED)
    expect(text).toContain('公钥随归档一起保存，是归档那天网站的，可以与 https://example.com/log/keys 对照。')
    expect(text).toContain('文件按清单里的指纹核对')
    expect(said(snow, receiptFor(snow, {}))).toContain('2026年6月1日封存，此后一字未改')
  })

  it('says it in English too', () => {
    chooseLanguage('en')
    expect(said(sea)).toContain('Sealed May 1, 2026; not a word has changed since')
    expect(said({ ...sea, words: '' })).toContain('Not as it was sealed: words to the reader')
  })

  it.each([
    [{ title: '那年夏天' }, '标题'],
    [{ words: '愿你记得那天的风。' }, '寄语'],
    [{ remark: '' }, '备注'],
    [{ sealed_at: '2016-05-01 10:00:00' }, '封存时间'],
    [{ open_time: '2026-10-02 23:59:59' }, '开启时间'],
    [{ kind: 'diary' }, '种类'],
    [{ id: '33' }, '编号'],
  ] satisfies [Partial<ArchiveItem>, string][])('names what was changed since: %o', (change, part) => {
    const text = said({ ...sea, ...change })
    expect(text).toContain(`与封存时不同：${part}`)
    expect(text).not.toContain('一字未改')
  })

  it('names a changed prediction, its grounds and its confidence', () => {
    const receipt = receiptFor(snow, {})
    const [foretold, grounds] = snow.parts as [ArchiveItem['parts'][0] & { kind: 'plain' }, ArchiveItem['parts'][0]]
    const changed = { ...snow, confidence: 81, parts: [{ ...foretold, text: '不会下雪。', remark: '改' }, grounds] }
    expect(said(changed, receipt)).toContain('与封存时不同：把握、第1项的文字、第1项的备注')
  })

  it('names a file that is another, by the list and by what was read from it', () => {
    const other = { ...SUMS, [PATHS[1]!]: 'f'.repeat(64) }
    expect(said(sea, { ...RECEIPT, sums: other })).toContain('与封存时不同：第2项的文件')
    keepSums(new Map(Object.entries(other)))
    const read = said(sea)
    expect(read).toContain('与封存时不同：第2项的文件')
    expect(read).toContain('文件按刚才校验时读出的指纹核对')
    expect(said(withMedium(0, { name: '别的名字.jpg' }))).toContain('第1项的文件')
    expect(said({ ...sea, parts: sea.parts.slice(0, -1) })).toContain('第6项的文件、第6项的备注')
  })

  it('says of files that are not in the archive that they were not compared, and of others that no hash was sealed', () => {
    const receipt = receiptFor(withMedium(5, { path: 'data/originals/2026/3-6.jpg' }), SUMS, {
      known: { ...SUMS, 'data/originals/2026/3-6.jpg': 'e'.repeat(64), [PATHS[0]!]: undefined as never },
    })
    const text = said(sea, receipt)
    expect(text).toContain(UNCHANGED)
    expect(text).toContain('不在归档里，没有核对：第6项的文件')
    expect(text).toContain('封存时没有记下文件的指纹，没有核对其内容：第1项的文件')
  })

  it('says the day of the checkpoint where the log took it up late', () => {
    const text = said(sea, receiptFor(sea, SUMS, { at: '2026-05-03 09:00:00' }))
    expect(text).toContain('2026年5月3日起，此后一字未改')
    expect(text).not.toContain('5月3日封存')
    expect(text).toContain('日志在2026年5月3日才收下它')
    chooseLanguage('en')
    expect(said(sea, receiptFor(sea, SUMS, { at: '2026-05-03 09:00:00' }))).toContain(
      'Not a word has changed since May 3, 2026',
    )
  })

  it('believes no receipt of another, with a changed byte, or of a key that is not in the archive', () => {
    expect(said(sea, { ...RECEIPT, proof: proofAt(new Uint8Array(32), sea.sealed_at) })).toContain('这不是它的凭证')
    expect(said(sea, { ...RECEIPT, proof: RECEIPT.proof.replace('time 1', 'time 2') })).toContain('凭证的签名不对')
    expect(said(sea, { ...RECEIPT, proof: `${RECEIPT.proof}\n` })).toContain('凭证写得不对')
    window.capsuleArchive?.('archive', { site: '' })
    expect(said(sea)).toContain('凭证不是由归档里的公钥签名的')
  })
})
