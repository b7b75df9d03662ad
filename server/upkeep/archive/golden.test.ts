import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { ARCHIVE_FORMAT, ARCHIVE_SCHEMAS } from '#contract/archiveFiles.ts'
import { goldenArchives, goldenFile } from '#test/golden.ts'
import { unzip } from '#test/zip.ts'
import { verifyArchive } from './verifyArchive.ts'

const schemaOf = (name: string) => (/^\d{4}$/.test(name) ? ARCHIVE_SCHEMAS.year : ARCHIVE_SCHEMAS[name as 'archive'])

it('there is an archive that an earlier version made', () => {
  expect(goldenArchives().length).toBeGreaterThan(0)
})

describe.each(goldenArchives())('the archive that %s made', (name) => {
  const path = goldenFile(name, 'zip')

  it('is whole: all of it, and the reader in it, is as it was left', async () => {
    expect(await verifyArchive([path])).toContain('归档完好')
  })

  it('is of the first version, and its files are of today’s schemas, which know every field in it', async () => {
    const files = await unzip(await readFile(path))
    expect(String(files.get('VERSION'))).toBe(`${ARCHIVE_FORMAT}\n`)
    const names = [...files.keys()].flatMap((path) => /^data\/json\/(\w+)\.json$/.exec(path)?.[1] ?? [])
    expect(names).toEqual(expect.arrayContaining(['archive', 'drafts', 'sealed', 'social', 'money']))
    for (const name of names) {
      const value = JSON.parse(String(files.get(`data/json/${name}.json`)))
      expect(schemaOf(name).parse(value), name).toEqual(value)
    }
  })
})
