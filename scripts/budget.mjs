// JavaScript before the first paint, gzip, per entry page, and the page of HTML: read from what the build says of its own files.
// The script of an archive's reader and the page that opens what is sealed in it, brotli: they lie in each archive.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { root } from './fresh.mjs'

const KB = 1024
const CSS_KB = 13.5
/** The page of HTML with all that is painted before a script, as it stands. */
const DOCUMENT_KB = 46.5
const READER_KB = 93.5
const OPENER_KB = 104
const PAGES = [
  { name: 'landing', limit: 128.5, entries: ['app/shell/Spread.tsx'] },
  { name: 'login', limit: 145.0, entries: ['people/account/Login.tsx'] },
  { name: 'home', limit: 150.0, cssLimit: 14, entries: ['look/home/Home.tsx', 'app/shell/TabBar.tsx'] },
  { name: 'an editor page', limit: 278.0, entries: ['make/writing/TextCapsule.tsx', 'make/writing/Editor.tsx'] },
  { name: 'diary list', limit: 172.0, entries: ['look/diary/DiaryList.tsx', 'app/shell/TabBar.tsx'] },
  { name: 'diary writer', limit: 280.5, entries: ['look/diary/WriteDiary.tsx', 'make/writing/Editor.tsx'] },
  { name: 'capsule', limit: 211.0, cssLimit: 15.5, entries: ['capsule/unseal/CapsuleDetail.tsx'] },
  { name: 'recharge', limit: 180.5, entries: ['shop/recharge/RechargeCenter.tsx'] },
  { name: 'prediction', limit: 182.0, entries: ['make/forecast/ForecastCapsule.tsx'] },
  { name: 'graphic capsule', limit: 177.5, entries: ['make/graphic/GraphicCapsule.tsx'] },
  { name: 'preview', limit: 164.0, entries: ['capsule/media/Preview.tsx'] },
  { name: 'shared video', limit: 155.0, entries: ['capsule/media/Video.tsx'] },
]
const web = join(root, 'dist', 'web')
const files = JSON.parse(readFileSync(join(web, '.vite', 'pages.json'), 'utf8'))
const sizes = new Map()

let failed = false
for (const { name, limit, cssLimit = CSS_KB, entries } of PAGES) {
  const { js, css } = needed(['index.html', ...entries])
  const over = js > limit || css > cssLimit
  failed ||= over
  console.log(
    `${over ? '✗' : '✓'} ${name}: ${js.toFixed(1)} of ${limit} KB JavaScript, ${css.toFixed(1)} of ${cssLimit} KB CSS`,
  )
}
const document = readFileSync(join(web, 'index.html')).length / KB
failed ||= document > DOCUMENT_KB
console.log(`${document > DOCUMENT_KB ? '✗' : '✓'} the page of HTML: ${document.toFixed(1)} of ${DOCUMENT_KB} KB`)
for (const [name, file, limit] of [
  ["an archive's reader", 'reader.js', READER_KB],
  ['OPEN-ME.html', 'OPEN-ME.html', OPENER_KB],
]) {
  const size = brotliCompressSync(readFileSync(join(root, 'dist', 'reader', file))).length / KB
  failed ||= size > limit
  console.log(`${size > limit ? '✗' : '✓'} ${name}: ${size.toFixed(1)} of ${limit} KB`)
}
if (failed) process.exit(1)

/** Everything those entries import, each file once. */
function needed(entries) {
  const of = (kind) => total(new Set(entries.flatMap((entry) => filesOf(entry)[kind])))
  return { js: of('js'), css: of('css') }
}

function filesOf(entry) {
  if (!files[entry]) throw new Error(`${entry} is not among the pages of the build`)
  return files[entry]
}

function total(files) {
  let bytes = 0
  for (const file of files) {
    if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(web, file))).length)
    bytes += sizes.get(file)
  }
  return bytes / KB
}
