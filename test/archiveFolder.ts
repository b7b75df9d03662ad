import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import {
  ARCHIVE_FORMAT,
  ARCHIVE_SCHEMAS,
  ARCHIVE_VERSION,
  type ArchiveItem,
  type ArchiveMedium,
  type ArchiveSealed,
  type ArchiveSummary,
} from '../contract/archiveFiles.ts'
import { addDays, formatChina } from '../contract/time.ts'

import { LOG_KEYS, receiptFor } from './archiveReceipts.ts'

/** Runs in a title, a text or a name if anything there is ever taken for markup. */
export const HOSTILE = `<script>window.ran=1</script><img src=x onerror="window.ran=1">`
export const LONG_TITLE = '很久很久以前的一个夏天我们坐了一整夜的火车去看海却在车站遇见了一位卖花的老人家'.repeat(3)
const HOSTILE_HTML = `<p onclick="window.ran=1" style="color: #b8324b; position: fixed">红色的字${'<script>window.ran=1</script>'}</p>
<svg onload="window.ran=1"><script>window.ran=1</script></svg><iframe src="javascript:parent.ran=1"></iframe>
<a href="javascript:window.ran=1">坏链接</a> <a href="https://example.com/" onmouseover="window.ran=1">好链接</a>
<img src="https://example.com/spy.png" alt="别处的图片" onerror="window.ran=1"><ul><li>一</li><li>二</li></ul><blockquote>引用</blockquote>`

type Wanted = {
  /** Further plain diaries, spread over ten years. */
  diaries?: number
  /** A film that plays. */
  film?: Buffer
}

/** Lays out an archive as it stands when its parts are unpacked (contract/archiveFiles.ts), with the built reader in it. */
export async function writeArchive(folder: string, { diaries = 0, film }: Wanted = {}): Promise<void> {
  const put = async (path: string, content: string | Buffer) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  const files = await media(film)
  for (const [path, content] of files) await put(path, content)
  const sums = Object.fromEntries(files.map(([path, content]) => [path, sha256(content)]))
  for (const [name, value] of Object.entries(values({ diaries, film, sums }))) {
    await put(`data/json/${name}.json`, JSON.stringify(value))
    await put(`data/js/${name}.js`, `capsuleArchive(${JSON.stringify(name)}, ${JSON.stringify(value)})\n`)
  }
  const reader = join(import.meta.dirname, '..', 'dist', 'reader')
  await put('index.html', await readFile(join(reader, 'index.html')))
  for (const name of ['reader.js', 'reader.css']) {
    await mkdir(join(folder, 'reader'), { recursive: true })
    await cp(join(reader, name), join(folder, 'reader', name))
  }
  await put('VERSION', `${ARCHIVE_FORMAT}\n`)
  await put('bagit.txt', 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n')
  await put('manifest-sha256.txt', await manifest(folder, (path) => path.startsWith('data/')))
  await put('tagmanifest-sha256.txt', await manifest(folder, (path) => !path.startsWith('data/')))
}

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

async function manifest(folder: string, isIn: (path: string) => boolean): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const lines = await Promise.all(
    paths.map(async (path) => ({
      path: path.slice(folder.length + 1).replaceAll('\\', '/'),
      sha256: sha256(await readFile(path)),
    })),
  )
  const kept = lines.filter(({ path }) => isIn(path)).sort((one, other) => (one.path < other.path ? -1 : 1))
  return kept.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('')
}

const BEACH = 'data/originals/2026/3-1-海边.jpg'
const HILL = 'data/originals/2026/3-2-山 上#1.jpg'
const FILM = 'data/originals/2026/3-3-海浪.webm'
const LETTER = 'data/originals/2026/3-4-信.txt'
const SONG = 'data/originals/2026/3-5-歌.mp3'

async function media(film?: Buffer): Promise<[string, Buffer][]> {
  const [beach, hill] = [await photograph('#f28b50', '#2b2a63'), await photograph('#4fd1b5', '#1b1f4b')]
  const small = (picture: Buffer) => sharp(picture).resize(320).webp().toBuffer()
  return [
    [BEACH, beach],
    [HILL, hill],
    ['data/thumbnails/2026/3-1.webp', await small(beach)],
    ['data/thumbnails/2026/3-2.webp', await small(hill)],
    [LETTER, Buffer.from('亲爱的自己：\n今天的海很蓝。\n')],
    [SONG, Buffer.alloc(2_048)],
    ...(film ? ([[FILM, film]] satisfies [string, Buffer][]) : []),
  ]
}

function photograph(from: string, to: string): Promise<Buffer> {
  const colours = `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="${to}"/><stop offset="1" stop-color="${from}"/></linearGradient>`
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="640">${colours}<rect width="960" height="640" fill="url(#sky)"/><circle cx="640" cy="420" r="72" fill="#fff4d6"/></svg>`
  return sharp(Buffer.from(drawn)).jpeg().toBuffer()
}

const medium = (kind: ArchiveMedium['kind'], path: string, more: Partial<ArchiveMedium> = {}): ArchiveMedium => ({
  kind,
  path,
  thumbnail: '',
  name: path.replace(/^.*\/\d+-\d+-/, ''),
  bytes: 2_048,
  remark: '',
  width: 0,
  height: 0,
  poster: '',
  missing: '',
  ...more,
})
const text = (html: string, remark = '') => ({ kind: 'text' as const, html, remark })

const BLANK: ArchiveItem = {
  id: '0',
  kind: 'diary',
  form: 'text',
  state: 'written',
  title: '',
  date: '',
  created_at: '',
  sealed_at: '',
  open_time: '',
  opened_at: '',
  deleted_at: '',
  hidden: false,
  public: false,
  parts: [],
  missing: '',
  words: '',
  remark: '',
  confidence: null,
  questions: [],
  loves: 0,
  reply: null,
  judgement: null,
}

/** One of every kind, all of 2026. */
export const ITEMS: ArchiveItem[] = [
  {
    ...BLANK,
    id: '1',
    title: '雨停了',
    date: '2026-03-08 21:14:00',
    created_at: '2026-03-08 21:14:00',
    parts: [
      text(
        `<p>傍晚的时候雨停了，巷口的玉兰开了一树。想起去年这个时候你说，<strong>等花落了再走也不迟</strong>。</p><p><img src="${BEACH}" alt="巷口" width="960" height="640"></p><p>晚上有风。</p>`,
      ),
      { kind: 'place', name: '鼓浪屿', address: '福建省厦门市思明区', latitude: 24.4478, longitude: 118.0626 },
    ],
  },
  {
    ...BLANK,
    id: '2',
    title: HOSTILE,
    date: '2026-03-09 08:00:00',
    created_at: '2026-03-09 08:00:00',
    hidden: true,
    parts: [text(HOSTILE_HTML)],
    remark: HOSTILE,
  },
  {
    ...BLANK,
    id: '3',
    kind: 'capsule',
    form: 'graphic',
    state: 'opened',
    title: '那年夏天的海',
    date: '2026-05-01 10:00:00',
    created_at: '2026-04-30 22:00:00',
    sealed_at: '2026-05-01 10:00:00',
    open_time: '2026-10-01 23:59:59',
    opened_at: '2026-10-02 09:30:00',
    public: true,
    parts: [
      medium('picture', BEACH, {
        thumbnail: 'data/thumbnails/2026/3-1.webp',
        remark: '第一天的傍晚',
        width: 960,
        height: 640,
      }),
      medium('picture', HILL, { thumbnail: 'data/thumbnails/2026/3-2.webp', width: 960, height: 640 }),
      medium('video', FILM, { thumbnail: 'data/thumbnails/2026/3-2.webp', width: 320, height: 240 }),
      medium('file', LETTER),
      medium('file', SONG),
      medium('picture', '', { name: '坏了的.jpg', missing: '存储中的文件已损坏' }),
    ],
    words: '愿你还记得那天的风。',
    remark: '和阿宁一起拍的',
    questions: ['我养过的第一只宠物是什么？'],
    loves: 12,
    reply: { text: '记得的，一直记得。', at: '2026-10-02 09:41:00' },
  },
  {
    ...BLANK,
    id: '4',
    kind: 'forecast',
    state: 'opened',
    title: '今年会下雪',
    date: '2026-06-01 12:00:00',
    created_at: '2026-06-01 12:00:00',
    sealed_at: '2026-06-01 12:00:00',
    open_time: '2026-11-01 08:00:00',
    opened_at: '2026-11-01 08:00:10',
    parts: [
      { kind: 'plain', text: '十一月之前，城里会下第一场雪。', remark: '' },
      { kind: 'plain', text: '去年和前年都在十月底下的。', remark: '听奶奶说的' },
    ],
    confidence: 80,
    judgement: { result: 1, confidence: 80, counts: true, text: '十月二十八日，小雪。', at: '2026-11-01 08:02:00' },
  },
  {
    ...BLANK,
    id: '5',
    state: 'deleted',
    title: LONG_TITLE,
    date: '2026-07-07 07:07:07',
    created_at: '2026-07-07 07:07:07',
    deleted_at: '2026-11-20 10:00:00',
    parts: [text('<p>删掉了，但还没有消失。</p>')],
  },
  {
    ...BLANK,
    id: '6',
    kind: 'capsule',
    state: 'opened',
    title: '打不开的一枚',
    date: '2026-08-08 08:08:08',
    created_at: '2026-08-08 08:08:08',
    sealed_at: '2026-08-08 08:08:08',
    open_time: '2026-09-09 09:09:00',
    opened_at: '2026-09-10 10:10:10',
    missing: '内容无法解密',
  },
]
const DRAFT: ArchiveItem = {
  ...BLANK,
  id: '1',
  kind: 'capsule',
  state: 'draft',
  title: '还没写完的信',
  date: '2026-11-11 11:11:11',
  created_at: '2026-11-11 11:11:11',
  parts: [text('<p>展信佳。</p>')],
}
export const SEALED: ArchiveSealed['items'] = [
  {
    id: '31',
    kind: 'capsule',
    form: 'graphic',
    title: '给三十岁的自己',
    sealed_at: '2026-01-01 00:00:00',
    open_time: '2030-01-01 23:59:59',
    sizes: [
      { kind: 'picture', bytes: 2_400_000 },
      { kind: 'video', bytes: 58_000_000 },
    ],
  },
  {
    id: '32',
    kind: 'forecast',
    form: 'text',
    title: HOSTILE,
    sealed_at: '2026-02-02 02:02:02',
    open_time: '2027-02-02 08:00:00',
    sizes: [],
  },
]

const SENTENCES = ['早上喝了豆浆，路上遇见一只橘猫。', '加班到很晚，月亮很亮。', '妈妈打来电话，说院子里的柿子红了。']
const SPAN_DAYS = 3_650

/** Plain diaries, from ten years before the end of 2025 on. */
function plainDiaries(count: number): ArchiveItem[] {
  const end = new Date('2025-12-31T20:00:00+08:00')
  return Array.from({ length: count }, (_, at) => {
    const date = formatChina(addDays(end, -Math.floor((at * SPAN_DAYS) / count)))
    const html = Array.from({ length: 12 }, (_line, line) => `<p>${SENTENCES[(at + line) % SENTENCES.length]}</p>`)
    return {
      ...BLANK,
      id: String(1_000 + at),
      title: `第${count - at}天`,
      date,
      created_at: date,
      parts: [text(html.join(''))],
    }
  }).reverse()
}

type Content = { diaries: number; film: Buffer | undefined; sums: Record<string, string> }

function values({ diaries, film, sums }: Content): Record<string, unknown> {
  const items = ITEMS.map((item) => ({
    ...item,
    parts: item.parts.map((part) =>
      part.kind === 'video' && !film ? { ...part, path: '', missing: '存储中没有这个文件' } : part,
    ),
  }))
  const byYear = new Map<string, ArchiveItem[]>()
  for (const item of [...plainDiaries(diaries), ...items.map((item) => withReceipt(item, sums))]) {
    const year = item.date.slice(0, 4)
    byYear.set(year, [...(byYear.get(year) ?? []), item])
  }
  const years = [...byYear].map(([year, { length }]) => ({ year: Number(year), items: length }))
  return {
    archive: ARCHIVE_SCHEMAS.archive.parse(summary(years, diaries)),
    ...Object.fromEntries(
      [...byYear].map(([year, items]) => [
        year,
        ARCHIVE_SCHEMAS.year.parse({ version: ARCHIVE_VERSION, year: Number(year), items }),
      ]),
    ),
    drafts: ARCHIVE_SCHEMAS.drafts.parse({ version: ARCHIVE_VERSION, items: [DRAFT] }),
    sealed: ARCHIVE_SCHEMAS.sealed.parse({ version: ARCHIVE_VERSION, items: SEALED }),
    social: ARCHIVE_SCHEMAS.social.parse(social),
    money: ARCHIVE_SCHEMAS.money.parse(money),
  }
}

/** Of what was opened and is there. */
function withReceipt(item: ArchiveItem, sums: Record<string, string>): ArchiveItem {
  if (!item.opened_at || item.missing) return item
  const paths = item.parts.flatMap((part) => ('path' in part && part.path ? [part.path] : []))
  return { ...item, receipt: receiptFor(item, Object.fromEntries(paths.map((path) => [path, sums[path]!]))) }
}

const summary = (years: ArchiveSummary['years'], diaries: number): ArchiveSummary => ({
  version: ARCHIVE_VERSION,
  id: '7',
  asked_at: '2026-11-26 18:00:00',
  site: 'https://example.com',
  person: { id: '9', nickname: '林夏', sex: '0', created_at: '2016-01-01 08:00:00' },
  years,
  counts: {
    diaries: diaries + 2,
    capsules: 2,
    forecasts: 1,
    drafts: 1,
    sealed: SEALED.length,
    files: 5,
    bytes: 61_000_000,
  },
  record: {
    sealed: 1,
    opened: 1,
    judged: 1,
    early: 0,
    hits: 1,
    misses: 0,
    partials: 0,
    unknowns: 0,
    hit_rate: 1,
    brier: 0.0625,
  },
  missing: [
    { name: '那年夏天的海 / 坏了的.jpg', why: '存储中的文件已损坏' },
    { name: HOSTILE, why: '制作时被修改' },
  ],
  log_keys: LOG_KEYS,
})

const social = {
  version: ARCHIVE_VERSION,
  likes: [
    { id: '71', title: '星星落在海里', author: '阿宁', at: '2026-09-01 20:00:00' },
    { id: '72', title: '', author: '', at: '2026-08-01 20:00:00' },
  ],
  follows: [{ id: '81', nickname: HOSTILE, at: '2026-07-01 20:00:00' }],
}

const money = {
  version: ARCHIVE_VERSION,
  balances: { time: 3, diary: 128, forecast: 2 },
  movements: [
    { at: '2026-01-01 08:00:00', kind: 'time', amount: 5, balance: 5, reason: '新人礼包' },
    { at: '2026-05-01 10:00:00', kind: 'time', amount: -1, balance: 4, reason: '封存胶囊' },
  ],
  orders: [
    {
      order_no: '202605010001000123',
      at: '2026-05-01 09:00:00',
      channel: 'wechat',
      count: 10,
      fen: 600,
      state: '已到账',
      paid_at: '2026-05-01 09:00:30',
      refunded_at: '',
    },
  ],
}
