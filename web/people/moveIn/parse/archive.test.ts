import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ARCHIVE_FORMAT, ARCHIVE_SCHEMAS, type ArchiveItem } from '#contract/archiveFiles.ts'
import { fileOf, folderFiles, withNodesBlobs, zipFile } from '#test/chosenFiles.ts'
import { goldenArchives, goldenFile } from '#test/golden.ts'
import { unzip } from '#test/zip.ts'
import { NotReadable, type ParsedEntry } from '../parsed.ts'
import { readArchive } from './archive.ts'
import { comeBack } from './archiveText.ts'
import type { SourceRead } from './folder.ts'
import { openFiles } from './openFiles.ts'

beforeEach(withNodesBlobs)
afterEach(() => vi.unstubAllGlobals())

const EMPTY: ArchiveItem = {
  id: '1',
  kind: 'diary',
  form: 'text',
  state: 'written',
  title: '',
  date: '2016-01-02 03:04:05',
  created_at: '2016-01-02 03:04:05',
  sealed_at: '',
  open_time: '',
  opened_at: '',
  deleted_at: '',
  hidden: false,
  public: false,
  parts: [{ kind: 'text', html: '<p>一</p>', remark: '' }],
  missing: '',
  words: '',
  remark: '',
  confidence: null,
  questions: [],
  loves: 0,
  reply: null,
  judgement: null,
}
const OPENED = {
  ...EMPTY,
  kind: 'capsule' as const,
  state: 'opened' as const,
  title: '海',
  sealed_at: '2016-01-02 03:04:05',
  open_time: '2026-01-01 00:00:00',
  opened_at: '2026-01-02 08:00:00',
  public: true,
}
const PICTURE = {
  kind: 'picture' as const,
  path: 'data/originals/2016/1-1-海.jpg',
  thumbnail: '',
  name: '海.jpg',
  bytes: 3,
  remark: '海边',
  width: 4,
  height: 3,
  poster: '',
  missing: '',
}

type Written = {
  items?: object[]
  drafts?: object[]
  parts?: object[]
  person?: object
  files?: Record<string, string | Uint8Array | undefined>
}

/** An archive as it lies when its parts are unpacked; `files` stand in place of those that it would have, or beside them. */
function written({
  items = [],
  drafts = [],
  parts = [],
  person = {},
  files = {},
}: Written): Record<string, string | Uint8Array> {
  const json = (value: object) => JSON.stringify({ version: 1, ...value })
  const all = {
    VERSION: `${ARCHIVE_FORMAT}\n`,
    'parts.json': json({ id: '1', parts: [{ name: '归档-1.zip', files: [] }, ...parts] }),
    'data/json/archive.json': json({
      ...{ years: [{ year: 2016, items: items.length }], record: { judged: 0 } },
      person: { id: '5', created_at: '2016-01-01 00:00:00', ...person },
    }),
    'data/json/2016.json': json({ year: 2016, items }),
    'data/json/drafts.json': json({ items: drafts }),
    'data/json/sealed.json': json({ items: [] }),
    'data/json/social.json': json({ likes: [], follows: [] }),
    'data/json/money.json': json({ movements: [], orders: [] }),
    ...files,
  }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, content]) => (content === undefined ? [] : [[`归档/${name}`, content]])),
  )
}

const read = async (archive: Written) => readArchive(await openFiles(folderFiles(written(archive))))
const readOne = async (item: object, files = {}) => {
  const { entries, leftOut, files: taken } = await read({ items: [item], files })
  return { entry: entries[0], leftOut, files: taken }
}
const textOf = (entry: ParsedEntry | undefined) =>
  entry?.items.flatMap((item) => (item.type === 0 ? item.html : [])).join()
/** The kind and number of an item, in the id that it has here. */
const withoutWhose = (source_id: string) => source_id.replace(/-[0-9a-f]{12}$/, '')
/** macOS takes such a letter apart when it unpacks. */
const ACCENT = 'data/originals/2016/1-1-é.jpg'
const ORIGINAL = { [PICTURE.path]: Uint8Array.of(1, 2, 3) }

it('takes the parts of one archive that are ZIPs as one folder, and people’s own ZIPs in it as files', async () => {
  const all = Object.entries(written({ items: [], files: { 'data/originals/a.zip': 'PK' } }))
  const halves = [all.slice(0, 3), all.slice(3)].map((half) => zipFile(Object.fromEntries(half)))
  const folder = await openFiles(halves, { isArchive: true })
  expect(folder.names().sort()).toEqual(all.map(([name]) => name).sort())
  await expect(openFiles(halves)).rejects.toThrow('请一次选择一个ZIP文件')
})

describe.each(goldenArchives())('the archive that %s made', (name) => {
  let archive: SourceRead
  let files: Map<string, Buffer>
  beforeEach(async () => {
    const bytes = await readFile(goldenFile(name, 'zip'))
    files = await unzip(bytes)
    archive = await readArchive(await openFiles([fileOf(bytes, '归档.zip')]))
  })
  const entry = (id: string) => archive.entries.find(({ source_id }) => withoutWhose(source_id) === id)

  it('gives an entry for each of its items, and names all that stays', () => {
    const json = (name: string) => JSON.parse(String(files.get(`data/json/${name}.json`)))
    const { items } = ARCHIVE_SCHEMAS.year.parse(json('2026'))
    const drafts = ARCHIVE_SCHEMAS.drafts.parse(json('drafts')).items
    const back = [...items.filter(({ state }) => state !== 'deleted'), ...drafts]
    expect(archive.entries).toHaveLength(back.length)
    expect(new Set(archive.entries.map(({ source_id }) => source_id)).size).toBe(back.length)
    const deleted = items.filter(({ state }) => state === 'deleted')
    expect(archive.leftOut.slice(0, deleted.length).map(({ why }) => why)).toEqual(deleted.map(() => '在最近删除里'))
    expect(archive.leftOut.slice(deleted.length).map(({ name }) => name)).toEqual(
      [
        '还在封存的胶囊（4个）',
        '预测的战绩（11条）',
        '点赞（1个）',
        '关注（1个）',
        `胶囊的账目（${json('money').movements.length}条）`,
        `订单（${json('money').orders.length}笔）`,
      ].filter((name) => !name.includes('（0')),
    )
  })

  it('gives the diary with its words, picture, place and day', async () => {
    expect(entry('diary-20')).toEqual({
      source_id: expect.stringMatching(/^diary-20-[0-9a-f]{12}$/),
      kind: 'diary',
      created_at: '2026-11-28 02:39:30',
      long_tag: '雨停了',
      content_type: 0,
      items: [
        { type: 0, html: expect.stringMatching(/^<p>雨停了<\/p><img data-file="\d+">$/) },
        { type: 4, content: '{"name":"鼓浪屿","address":"厦门市思明区","latitude":24.4478,"longitude":118.0626}' },
      ],
    })
    const file = archive.files[Number(/\d+(?=">$)/.exec(textOf(entry('diary-20'))!)?.[0])]!
    const bytes = Buffer.from(await (await file.read()).arrayBuffer())
    expect(bytes.equals(files.get('data/originals/2026/20-1.png')!)).toBe(true)
  })

  it('gives a capsule of files as a diary of the day it was opened, with all files and the words beside them', () => {
    const { items, ...capsule } = entry('capsule-2')!
    expect(capsule).toEqual({
      source_id: expect.stringMatching(/^capsule-2-[0-9a-f]{12}$/),
      kind: 'capsule',
      created_at: '2026-11-29 02:39:33',
      long_tag: '那年夏天的海',
      description: '来自归档 · 2026年11月29日封存，2026年11月29日打开 · 备注：和阿宁一起 · 寄语：给以后的我',
      content_type: 1,
    })
    expect(items).toEqual([
      { type: 1, file: expect.any(Number), name: '海 边.jpg', comment: '海边' },
      { type: 2, file: expect.any(Number), name: '浪.webm', comment: '', poster: expect.any(Number) },
      { type: 3, file: expect.any(Number), name: 'CON<>:"|?*%.txt', comment: '信里的话' },
    ])
  })

  it('gives a prediction with what was foretold, what came of it, and drafts as drafts', () => {
    expect(textOf(entry('forecast-5'))).toBe(
      '<p>会下雪 0</p><p>结论：会下雪 0, surely</p><hr /><p>把握：80%</p><p>结果：应验 · 小雪</p>',
    )
    expect(textOf(entry('capsule-3'))).toMatch(
      /^<p>花落了<\/p><p><img data-file="\d+"><\/p><hr \/><p>2026年11月29日写给自己：记得的<\/p>$/,
    )
    expect(entry('draft-22')).toMatchObject({ kind: 'draft', content_type: 1, items: [{ type: 1, comment: '' }] })
    expect(entry('draft-23')).toMatchObject({
      ...{ kind: 'draft', type: 2, content_type: 0 },
      items: [{ type: 5, text: '也许', comment: expect.any(String) }],
    })
  })
})

describe('an archive of ours', () => {
  it('gives texts as they are: colours, lists, sides', async () => {
    const html =
      '<h1 style="text-align:center">大</h1><ul><li>一</li><li><b>二</b></li></ul><p>a<br />b &lt;i&gt; &amp;</p><p><span style="color:#ff0000;background-color:rgba(1, 2, 3, 0.5)">红</span></p><hr />'
    expect(textOf((await readOne({ ...EMPTY, parts: [{ kind: 'text', html, remark: '' }] })).entry)).toBe(html)
  })

  it('puts the words beside a text that was opened behind it, whatever they look like', async () => {
    const item = {
      ...OPENED,
      remark: '备',
      words: '<img data-file="9">\n再见',
      reply: { text: '记得', at: '2026-02-03 04:05:06' },
    }
    const { entry } = await readOne(item)
    expect(entry).toMatchObject({
      source_id: expect.stringMatching(/^capsule-1-/),
      created_at: '2026-01-02 08:00:00',
      description: '来自归档 · 2016年1月2日封存，2026年1月2日打开',
    })
    expect(textOf(entry)).toBe(
      '<p>一</p><hr /><p>备注：备</p><p>寄语：&lt;img data-file="9"&gt;<br />再见</p><p>2026年2月3日写给自己：记得</p>',
    )
  })

  it('tells a diary that was sealed, and a draft that was sealed later, from what they were before', async () => {
    const items = [
      EMPTY,
      { ...OPENED, kind: 'diary' },
      { ...OPENED, kind: 'forecast', parts: [{ kind: 'plain', text: '雪', remark: '' }] },
    ]
    const { entries } = await read({ items, drafts: [{ ...EMPTY, kind: 'capsule', state: 'draft' }] })
    expect(entries.map(({ source_id, kind }) => [withoutWhose(source_id), kind])).toEqual([
      ['diary-1', 'diary'],
      ['capsule-1', 'capsule'],
      ['forecast-1', 'forecast'],
      ['draft-1', 'draft'],
    ])
  })

  it('gives drafts of every kind as what they were to become, with their 寄语 and how sure one is in fields of their own', async () => {
    const draft = { ...EMPTY, state: 'draft', words: '见字如面' }
    const foretold = [{ kind: 'plain', text: '会<b>下雪', remark: '因为冷' }]
    const { entries } = await read({
      drafts: [
        { ...draft, kind: 'capsule' },
        { ...draft, id: '2', words: '' },
        { ...draft, id: '3', kind: 'forecast', words: '', confidence: 70, parts: foretold },
      ],
    })
    expect(entries).toMatchObject([
      { kind: 'draft', type: 0, send_word: '见字如面', items: [{ type: 0, html: '<p>一</p>' }] },
      { kind: 'draft', type: 1, items: [{ type: 0, html: '<p>一</p>' }] },
      { kind: 'draft', type: 2, confidence: 70, items: [{ type: 5, text: '会<b>下雪', comment: '因为冷' }] },
    ])
  })

  it('knows its items again in a later archive of the same account, and tells them from those of another', async () => {
    const idOf = async (person: object, id = '7') =>
      (await read({ items: [{ ...EMPTY, id }], person })).entries[0]!.source_id
    const known = await idOf({ nickname: '阿宁' })
    expect(await idOf({ nickname: '宁' })).toBe(known)
    const others = [await idOf({ id: '6' }), await idOf({ created_at: '2016-01-01 00:00:01' }), await idOf({}, '8')]
    expect(new Set([known, ...others]).size).toBe(4)
  })

  it('puts the words beside files where there is room, and names those that have none', async () => {
    const item = {
      ...OPENED,
      form: 'graphic',
      parts: [PICTURE],
      remark: '备'.repeat(90),
      words: '寄'.repeat(980),
      reply: { text: '答', at: '' },
    }
    const { entry, leftOut } = await readOne(item, ORIGINAL)
    expect(entry!.description).toBe('来自归档 · 2016年1月2日封存，2026年1月2日打开 · 写给自己：答')
    expect(entry!.items).toEqual([{ type: 1, file: 0, name: '海.jpg', comment: `海边\n备注：${'备'.repeat(90)}` }])
    expect(leftOut).toEqual([{ name: '海：寄语', why: '图文日记里放不下这么长的话' }])
  })

  it('names files that are not there, why, and what has nothing else in it', async () => {
    const gone = { ...PICTURE, path: '', missing: '文件已损坏' }
    const parts = [PICTURE, gone, { ...PICTURE, path: 'data/originals/2016/1-3.jpg', name: '' }]
    const { entry, leftOut } = await readOne({ ...EMPTY, title: '海', form: 'graphic', parts }, ORIGINAL)
    expect(entry!.items).toHaveLength(1)
    expect(leftOut).toEqual([
      { name: '海：海.jpg', why: '文件已损坏' },
      { name: '海：第3个图片', why: '归档里没有这个文件' },
    ])
    const empty = await readOne({ ...EMPTY, form: 'graphic', parts: [gone] })
    expect(empty.entry).toBeUndefined()
    expect(empty.leftOut.at(-1)).toEqual({ name: EMPTY.date, why: '没有内容，或者内容里的文件不在归档里' })
    const blank = await readOne({
      ...EMPTY,
      parts: [{ kind: 'text', html: '<p><img src="" alt="" /></p>', remark: '备' }],
    })
    expect(blank.entry).toBeUndefined()
    const lost = await readOne({ ...EMPTY, missing: '内容已损坏，无法读取', parts: [] })
    expect(lost.leftOut).toEqual([{ name: EMPTY.date, why: '内容已损坏，无法读取' }])
  })

  it('keeps a text whose picture is gone, and names the picture', async () => {
    const html = '<p>一</p><img src="" alt="" /><img src="data/originals/2016/1-1-海.jpg" alt="退潮 &quot;早&quot;" />'
    const { entry, leftOut } = await readOne({ ...EMPTY, parts: [{ kind: 'text', html, remark: '' }] }, ORIGINAL)
    expect(textOf(entry)).toBe('<p>一</p><img data-file="0" alt="退潮 &quot;早&quot;">')
    expect(leftOut).toEqual([{ name: `${EMPTY.date}：第1张图片`, why: '归档里没有这个文件' }])
  })

  it('gives no original that is another than its manifest says', async () => {
    const item = { ...EMPTY, form: 'graphic', parts: [PICTURE] }
    const readAgainst = async (sum: string) => {
      const { files } = await readOne(item, { ...ORIGINAL, 'manifest-sha256.txt': `${sum}  ${PICTURE.path}\n` })
      return files[0]!.read()
    }
    const sum = createHash('sha256').update(ORIGINAL[PICTURE.path]!).digest('hex')
    expect((await readAgainst(sum)).size).toBe(3)
    await expect(readAgainst(sum.replace(/^./, (first) => (first === '0' ? '1' : '0')))).rejects.toThrow(NotReadable)
  })

  it('says which part was not chosen, once, and how many files lie in it', async () => {
    const parts = [{ name: '归档-2.zip', files: [ACCENT, 'data/originals/2016/1-2.jpg', 'data/receipts/1.json'] }]
    const text = { kind: 'text', html: `<p>一</p><img src="${ACCENT}">`, remark: '' }
    const alone = await read({ items: [{ ...EMPTY, parts: [text] }], parts })
    expect(textOf(alone.entries[0])).toBe('<p>一</p>')
    expect(alone.leftOut).toEqual([{ name: '归档-2.zip', why: '没有选这一卷，里面的2个文件不会搬来' }])
    const both = await readArchive(
      await openFiles([
        ...folderFiles(written({ items: [{ ...EMPTY, parts: [text] }], parts })),
        fileOf('1', `归档-2/${ACCENT.normalize('NFD')}`),
      ]),
    )
    expect(textOf(both.entries[0])).toBe('<p>一</p><img data-file="0">')
    expect(both.leftOut).toEqual([])
  })

  it('names what is in the bin, without a date, or of a kind that came later, and reads the rest', async () => {
    const items = [
      { ...EMPTY, id: '1', state: 'deleted', title: '删了' },
      { ...EMPTY, id: '2', created_at: '', date: 'x' },
      { ...EMPTY, id: '3', title: '新', parts: [...EMPTY.parts, { kind: 'hologram', html: 7 }] },
      { ...EMPTY, id: '4', state: 'sealed', title: '封' },
    ]
    const { entries, leftOut } = await read({ items: items.map((item) => ({ ...item, unknown: { of: 'tomorrow' } })) })
    expect(entries.map(({ source_id }) => withoutWhose(source_id))).toEqual(['diary-3'])
    expect(leftOut.map(({ name, why }) => `${name}：${why}`)).toEqual([
      '删了：在最近删除里',
      'x：没有日期',
      '新：有一部分内容这里还不认识',
      '封：还在封存，不能搬来',
    ])
  })
})

const broken = (path: string, content: string | undefined) => ({ files: { [path]: content } })
const itemWith = (fields: object) => ({ items: [{ ...EMPTY, ...fields }] })
const NESTED = '['.repeat(1_000_000)

describe('an archive that is none of ours', () => {
  it.each<[string, Written, RegExp]>([
    ['something else', broken('data/json/archive.json', undefined), /^没有找到时光胶囊的归档/],
    ['a later version', broken('VERSION', 'capsule-archive/2\n'), /^这份归档是更新的版本写的/],
    ['later in one file', broken('data/json/2016.json', '{"version":2,"items":[]}'), /^这份归档是更新的版本写的/],
    ['without a year it names', broken('data/json/2016.json', undefined), /2016\.json」不完整/],
    ['without its list of parts', broken('parts.json', undefined), /parts\.json」不完整/],
    ['cut off', broken('data/json/2016.json', '{"version":1,"items":[{"id":'), /2016\.json」不完整/],
    [
      'nested a million times',
      broken('data/json/2016.json', `{"version":1,"items":${NESTED}${']'.repeat(1_000_000)}}`),
      /2016\.json」不完整/,
    ],
    ['nested a million times without an end', broken('data/json/2016.json', NESTED), /2016\.json」不完整/],
    ['a list where an object should be', broken('data/json/social.json', '[]'), /social\.json」不完整/],
    ['without a version', broken('data/json/money.json', '{"movements":[],"orders":[]}'), /money\.json」不完整/],
    ['null for an item', { items: [null as unknown as object] }, /2016\.json」不完整/],
    ['a kind that every object has', itemWith({ kind: 'constructor' }), /2016\.json」不完整/],
    ['a state of no item', itemWith({ state: 'toString' }), /2016\.json」不完整/],
    ['an id that is a path', itemWith({ id: '../1' }), /2016\.json」不完整/],
    ['a number for a title', itemWith({ title: 1 }), /2016\.json」不完整/],
    ['a text for parts', itemWith({ parts: '__proto__' }), /2016\.json」不完整/],
    [
      'a result that nobody can give',
      itemWith({ judgement: { result: '__proto__', text: '', at: '' } }),
      /2016\.json」不完整/,
    ],
    [
      'a text that is nested a million times',
      itemWith({ parts: [{ kind: 'text', html: '<b>'.repeat(1_000_000), remark: '' }] }),
      /层次太深/,
    ],
  ])('is refused with a sentence when it is %s', async (_what, archive, sentence) => {
    const refused = await read(archive).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(NotReadable)
    expect((refused as NotReadable).message).toMatch(sentence)
  })

  it('is refused when there are two of them', async () => {
    const two = folderFiles({ ...written({}), 'b/data/json/archive.json': '{}' })
    await expect(openFiles(two).then(readArchive)).rejects.toThrow('一次只能搬一份归档')
  })

  it.each([
    '../../data/originals/2016/1-1-海.jpg',
    '/data/originals/2016/1-1-海.jpg',
    'x/data/originals/2016/1-1-海.jpg',
    'data/originals/../json/money.json',
    'data/json/money.json',
    '__proto__',
    'https://a.example/data/originals/2016/1-1-海.jpg',
  ])('takes no file but an original by the path it has: %s', async (path) => {
    const text = { kind: 'text', html: `<p>一</p><img src="${path}">`, remark: '' }
    const parts = [PICTURE, { ...PICTURE, path }, { ...PICTURE, poster: path, kind: 'video' }]
    const { entries, files } = await read({
      items: [
        { ...EMPTY, parts: [text] },
        { ...EMPTY, form: 'graphic', parts },
      ],
      files: ORIGINAL,
    })
    expect(textOf(entries[0])).toBe('<p>一</p>')
    expect(entries[1]!.items).toEqual([
      { type: 1, file: 0, name: '海.jpg', comment: '海边' },
      { type: 2, file: 0, name: '海.jpg', comment: '海边' },
    ])
    expect(files.map(({ name }) => name)).toEqual(['1-1-海.jpg'])
  })

  it('has nothing in its texts but our tags, and no picture that is none of its files', () => {
    const html =
      '<p onclick="a()" style="color:red;background:url(javascript:a())">一</p><script>a()</script><img data-file="7" src="x" onerror="a()" alt="&lt;img data-file=&quot;8&quot;&gt;"><a href="javascript:a()">二</a><img data-file="9"'
    expect(comeBack(html, () => undefined)).toBe(
      '<p style="color:red;background:url(javascript:a())">一</p>&lt;img data-file="8"&gt;二',
    )
  })
})
