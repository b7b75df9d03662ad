import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { deadLinks, numberedDecisions, unknownDecisions, unlistedDecisions, unshownPictures } from './documents.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = new Set(execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean))
const read = (path: string) => ({ path, text: readFileSync(join(root, path), 'utf8') })
const of = (endings: RegExp) => [...files].filter((path) => endings.test(path)).map(read)
const decisions = [...files].filter((path) => /^docs\/decisions\/(?!README).+\.md$/.test(path)).map(read)
const sources = of(/^(?!test\/documents).*\.(?:md|tsx?|mts|mjs|css|sql)$|^\.ci\/run$/)
const index = read('docs/decisions/README.md').text

describe('the documents', () => {
  it('link to files and sections there are; planted dead links are caught', () => {
    expect(deadLinks(of(/\.md$/), files)).toEqual([])
    const text = '[there](b.md#a-part) [not](c.md) [site](https://x.example) `[code](d.md)` ![picture](p.jpg)'
    const parts = '[no part](b.md#part) [of code](e.ts#L3) [own](#own) [not own](#other)\n# Own'
    const planted = [
      { path: 'docs/a.md', text: `${text} ${parts}` },
      { path: 'docs/b.md', text: '## A part' },
    ]
    expect(deadLinks(planted, new Set(['docs/a.md', 'docs/b.md', 'docs/e.ts']))).toEqual([
      'docs/a.md: c.md',
      'docs/a.md: p.jpg',
      'docs/a.md: b.md#part',
      'docs/a.md: #other',
    ])
  })

  it('show every picture there is; a planted one is caught', () => {
    const pictures = [...files].filter((path) => /^docs\/.*\.(?:jpg|png|webp|gif)$/.test(path))
    expect(pictures.length).toBeGreaterThan(0)
    expect(unshownPictures(of(/\.md$/), pictures)).toEqual([])
    expect(
      unshownPictures([{ path: 'README.md', text: '![home](docs/home.jpg)' }], ['docs/home.jpg', 'docs/old.jpg']),
    ).toEqual(['docs/old.jpg'])
  })

  it('and the code name pages of decisions there are; a planted page, section and number are caught', () => {
    expect(decisions.length).toBeGreaterThan(20)
    expect(unknownDecisions(sources, [...decisions, read('docs/decisions/README.md')])).toEqual([])
    expect(numberedDecisions(sources, index)).toEqual([])

    const text = '// docs/decisions/clock.md#a-part, docs/decisions/clock.md#other, docs/decisions/watch.md'
    const clock = { path: 'docs/decisions/clock.md', text: '## A part' }
    expect(unknownDecisions([{ path: 'server/a.ts', text }], [clock])).toEqual([
      'server/a.ts: decisions/clock.md#other',
      'server/a.ts: decisions/watch.md',
    ])
  })

  it('and the code name decisions by no number but those of migrations that the index still has', () => {
    const line = '| 049 | asked again | [offline](offline.md#asked-again) | stands |'
    const planted = ['server/a.ts', 'server/platform/db/migrations/1.sql'].map((path) => ({
      path,
      text: '-- decision 049, docs/decisions/058',
    }))
    expect(numberedDecisions(planted, line)).toEqual([
      'server/a.ts: decision 049',
      'server/a.ts: decisions/058',
      'server/platform/db/migrations/1.sql: decisions/058',
    ])
  })

  it('have each page of decisions in the index, once; a planted page is caught', () => {
    const pages = decisions.map(({ path }) => basename(path))
    expect(unlistedDecisions(pages, index)).toEqual([])
    expect(unlistedDecisions([...pages, 'new.md'], index)).toEqual(['new.md'])
  })
})
