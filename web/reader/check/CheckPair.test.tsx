// A page's own files are of another world than the digest that Node gives the window.
import { File as NodeFile } from 'node:buffer'
import { createHash } from 'node:crypto'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ArchiveItem } from '#contract/archiveFiles.ts'
import { ITEMS } from '#test/archiveFolder.ts'
import { LOG_KEYS, openedFor, receiptFor } from '#test/archiveReceipts.ts'
import { emptyStorages } from '#test/storages.ts'
import { listenToData } from '../archive.ts'
import { chooseLanguage } from '../language.ts'
import { CheckPair } from './CheckPair.tsx'

const [, , sea, snow] = ITEMS as [ArchiveItem, ArchiveItem, ArchiveItem, ArchiveItem]
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const PATHS = sea.parts.flatMap((part) => ('path' in part && part.path ? [part.path] : []))
const SUMS = Object.fromEntries(PATHS.map((path) => [path, sha256(path)]))
const OF_SEA = receiptFor(sea, SUMS)
const OF_SNOW = receiptFor(snow, {})

beforeEach(() => {
  chooseLanguage('zh')
  listenToData()
  window.capsuleArchive?.('archive', { log_keys: LOG_KEYS, site: 'https://example.com' })
})
afterEach(() => {
  cleanup()
  emptyStorages()
})

const file = (text: string, name: string) => new NodeFile([text], name) as unknown as File
const receipt = (proof: string) => file(proof, '凭证-x.txt')
const capsule = (opened: object) => file(JSON.stringify(opened), '胶囊-x.json')
const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText(/选择胶囊和凭证|Choose capsule/), { target: { files } })
const status = () => within(screen.getByRole('region')).getByRole('status')
const says = (words: string) => screen.findByText(words, { exact: false })

describe('an opened capsule and its receipt that are chosen in the reader', () => {
  it('say, one after the other, since when the capsule is unchanged, by the keys in the archive', async () => {
    render(<CheckPair />)
    choose(receipt(OF_SNOW.proof))
    await says('凭证有了，再选它的胶囊。')
    choose(capsule(openedFor(snow, OF_SNOW)))
    await says('2026年6月1日封存，此后一字未改')
    expect(status().textContent).toContain('今年会下雪')
    expect(status().textContent).toContain('可以与 https://example.com/log/keys 对照')
  })

  it('say it in any order and in English too, and that one of them is lacking', async () => {
    chooseLanguage('en')
    render(<CheckPair />)
    choose(file('x', 'x.bin'))
    await says('neither an opened capsule nor a receipt')
    choose(capsule(openedFor(snow, OF_SNOW)))
    await says('now choose its receipt')
    choose(receipt(OF_SNOW.proof))
    await says('Sealed June 1, 2026; not a word has changed since')
  })

  it('name what was changed, and the day of a receipt that came late', async () => {
    render(<CheckPair />)
    const late = receiptFor(snow, {}, { at: '2026-06-09 09:00:00' })
    choose(receipt(late.proof), capsule(openedFor(snow, late)))
    await says('2026年6月9日起，此后一字未改')
    await says('日志在2026年6月9日才收下它')
    choose(capsule(openedFor({ ...snow, confidence: 99 }, OF_SNOW)))
    await says('与封存时不同：把握')
    expect(status().textContent).not.toContain('一字未改')
  })

  it('say all of a capsule with files only once their originals were chosen', async () => {
    render(<CheckPair />)
    choose(receipt(OF_SEA.proof), capsule(openedFor(sea, OF_SEA)))
    await says('2026年5月1日封存，核对过的部分一字未改')
    await says('要有原件才能核对：')
    choose(...PATHS.map((path) => file(path, path.replace(/.*\//, ''))), file('别的', '别的.jpg'))
    await says('不是这枚胶囊的原件：别的.jpg')
    expect(status().textContent).not.toContain('要有原件才能核对：第1项')
  })

  it('name a file that cannot be read until it was chosen again, and compare the others', async () => {
    render(<CheckPair />)
    const broken = Object.assign(file('', '海边.jpg'), { text: () => Promise.reject(new Error('gone')) })
    choose(broken, receipt(OF_SNOW.proof), capsule(openedFor(snow, OF_SNOW)))
    await says('读不出来，没有核对：海边.jpg')
    expect(status().textContent).toContain('2026年6月1日封存，此后一字未改')
    choose(file('海', '海边.jpg'))
    await says('不是这枚胶囊的原件：海边.jpg')
    expect(status().textContent).not.toContain('读不出来')
  })

  it('say all of a capsule with originals only where each of them could be read', async () => {
    render(<CheckPair />)
    const originals = PATHS.map((path) => file(path, path.replace(/.*\//, '')))
    const large = Object.assign(originals[0]!, { arrayBuffer: () => Promise.reject(new Error('gone')) })
    choose(receipt(OF_SEA.proof), capsule(openedFor(sea, OF_SEA)), ...originals)
    await says(`读不出来，没有核对：${large.name}`)
    expect(status().textContent).toContain('核对过的部分一字未改')
  })

  it('believe no receipt of another capsule, with a changed sign, or of a key that is not in the archive', async () => {
    render(<CheckPair />)
    choose(receipt(OF_SEA.proof), capsule(openedFor(snow, OF_SNOW)))
    await says('这不是它的凭证')
    choose(receipt(OF_SNOW.proof.replace('time 1', 'time 2')))
    await says('凭证的签名不对')
    choose(receipt(`${OF_SNOW.proof}\n`))
    await says('凭证写得不对')
    window.capsuleArchive?.('archive', { site: '' })
    choose(receipt(OF_SNOW.proof))
    await says('凭证不是由归档里的公钥签名的')
  })
})
