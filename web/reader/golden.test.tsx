import { File as NodeFile } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { cleanup, render, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ArchiveItem, ArchivePart } from '#contract/archiveFiles.ts'
import { goldenArchives, goldenFile } from '#test/golden.ts'
import { emptyStorages } from '#test/storages.ts'
import { unzip } from '#test/zip.ts'
import { addressOf } from './addressOf.ts'
import { checkFiles } from './check/checkFiles.ts'
import { holds, termsOf } from './find.ts'
import { Item } from './item/Item.tsx'
import { chooseLanguage } from './language.ts'
import { picturesIn } from './toNodes.ts'

beforeEach(() => chooseLanguage('zh'))
afterEach(() => {
  cleanup()
  emptyStorages()
})

/** A file as a browser gives it when its folder was chosen. */
function chosen(path: string, bytes: Buffer): File {
  const file = new NodeFile([bytes], path.replace(/^.*\//, '')) as unknown as File
  Object.defineProperty(file, 'webkitRelativePath', { value: `归档/${path}` })
  return file
}

const pathsOf = (part: ArchivePart): string[] => {
  if (part.kind === 'text') return picturesIn(part.html).map(({ address }) => decodeURIComponent(address))
  return 'path' in part ? [part.path, part.thumbnail, part.poster].filter(Boolean) : []
}

describe.each(goldenArchives())('the archive that %s made, in today’s reader', (name) => {
  it('is read: every item, every file of it, and what is not an item', async () => {
    const files = await unzip(await readFile(goldenFile(name, 'zip')))
    const json = (name: string) => JSON.parse(String(files.get(`data/json/${name}.json`)))
    const years = json('archive').years.map(({ year }: { year: number }) => String(year))
    const sources = [...years, 'drafts']
    // Anew for each archive: a page keeps for ever what it has read.
    vi.resetModules()
    const { listenToData, useEntries, useFile } = await import('./archive.ts')
    listenToData()
    for (const name of [...sources, 'archive', 'sealed', 'social', 'money'])
      new Function(String(files.get(`data/js/${name}.js`)))()

    const { entries, gone } = renderHook(() => useEntries(sources)).result.current
    const items = sources.flatMap((source) => json(source).items as ArchiveItem[])
    expect(gone).toEqual([])
    expect(entries.map(({ item }) => item)).toEqual(items)
    for (const name of ['archive', 'sealed', 'social', 'money'] as const)
      expect(renderHook(() => useFile(name)).result.current).toEqual({ state: 'here', value: json(name) })

    for (const item of items) {
      const { textContent } = render(<Item item={item} heading="h1" />).container
      for (const words of [item.words, item.remark, item.reply?.text, item.judgement?.text])
        expect(textContent).toContain(words ?? '')
      expect(item.title === '' || holds(item, termsOf(item.title))).toBe(true)
      for (const path of item.parts.flatMap(pathsOf)) {
        expect(addressOf(path), path).not.toBe('')
        expect(files.has(path), path).toBe(true)
      }
      cleanup()
    }
  })

  it('passes the reader’s own check', async () => {
    const files = await unzip(await readFile(goldenFile(name, 'zip')))
    const given = [...files].map(([path, bytes]) => chosen(path, bytes))
    const checked = await checkFiles(given, () => {}, new AbortController().signal)
    expect(checked).toMatchObject({ files: files.size - 1, findings: [], receipts: 0 })
  })
})
