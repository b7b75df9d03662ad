import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { strayWords } from './chineseWords.ts'
import { hardWords, vagueTypes } from './plainWords.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = ['contract', 'server', 'standins', 'web', 'test', 'e2e', 'bench', 'scripts']
const KINDS = /\.(?:tsx?|mts|mjs|css|md|html)$/
const entries = [...FOLDERS, 'docs', 'deploy'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true }),
)
const sources = [...entries, ...readdirSync(ROOT, { withFileTypes: true })]
  .filter((entry) => entry.isFile() && KINDS.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ path: relative(ROOT, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }))
  .filter(({ path }) => !path.startsWith('test/plainWords') && !path.startsWith('test/golden/'))

describe('the words of the code', () => {
  it('are plain English in comments and documents', () => {
    expect(sources.length).toBeGreaterThan(1_000)
    expect(hardWords(sources)).toEqual([])
  })

  it.each([
    '/** Whoever waits so long is refused. */',
    '// Refused at once, whoever asks.',
    '/** What a turn is taken to last before there was one. */',
    '/**\n * Counted once. What is left\n * is told of.\n */',
    '.ball {\n  /* What lies under it. */\n}',
  ])('a planted comment is caught: %s', (text) => {
    expect(hardWords([{ path: 'server/core/fail.ts', text }])).toHaveLength(1)
  })

  it.each(['Started.\n\nWhat is there stays.', '- first\n- What is left goes.', '| a | whoever asks |'])(
    'a planted sentence of a document is caught: %s',
    (text) => {
      expect(hardWords([{ path: 'docs/operate.md', text }])).toHaveLength(1)
    },
  )

  it.each(['/** The calls that wait. */', '// What is it for? Nobody knows.', "const text = 'What people see.'"])(
    'what reads well is let be: %s',
    (text) => {
      expect(hardWords([{ path: 'server/core/fail.ts', text }])).toEqual([])
    },
  )

  it('name types for what they hold', () => {
    expect(vagueTypes(sources)).toEqual([])
    const planted = ['a', 'b', 'c', 'd'].map((name) => ({ path: `server/${name}.ts`, text: 'export type Row = {}' }))
    expect(vagueTypes(planted)).toHaveLength(1)
    expect(vagueTypes(planted.slice(1))).toEqual([])
  })
})

describe('the words of the pages', () => {
  it('are 你, 枚 for capsules and 个 for credits, but where the specification or the law has a text', () => {
    expect(strayWords(sources)).toEqual([])
  })

  it.each(['您的胶囊', '还有3个没有打开的胶囊', '这个胶囊', '第一颗胶囊', '几个胶囊'])(
    'a planted text is caught: %s',
    (text) => {
      expect(strayWords([{ path: 'web/home/Home.tsx', text }])).toHaveLength(1)
    },
  )

  it.each(['您的生肖是？', '得2个时光胶囊', '这枚胶囊', '三个人'])('a text that may stand is let be: %s', (text) => {
    expect(strayWords([{ path: 'web/home/Home.tsx', text }])).toEqual([])
  })
})
