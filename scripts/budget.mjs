// JavaScript before the first paint, gzip, per entry page: read from the build's own manifest.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './fresh.mjs'

const KB = 1024
const CSS_KB = 15
const PAGES = [
  { name: 'landing', limit: 125, entries: ['shell/Spread.tsx'] },
  { name: 'login', limit: 165, entries: ['account/Login.tsx'] },
  { name: 'home', limit: 150, entries: ['home/Home.tsx'] },
  { name: 'an editor page', limit: 270, entries: ['writing/TextCapsule.tsx', 'writing/Editor.tsx'] },
  { name: 'diary list', limit: 165, entries: ['diary/DiaryList.tsx'] },
  { name: 'diary writer', limit: 270, entries: ['diary/WriteDiary.tsx', 'writing/Editor.tsx'] },
  { name: 'prediction', limit: 165, entries: ['forecast/ForecastCapsule.tsx'] },
  { name: 'graphic capsule', limit: 165, entries: ['graphic/GraphicCapsule.tsx'] },
  { name: 'preview', limit: 165, entries: ['media/Preview.tsx'] },
  { name: 'shared video', limit: 150, entries: ['media/Video.tsx'] },
]
const web = join(root, 'dist', 'web')
const manifest = JSON.parse(readFileSync(join(web, '.vite', 'manifest.json'), 'utf8'))
const sizes = new Map()

let failed = false
for (const { name, limit, entries } of PAGES) {
  const { js, css } = needed(['index.html', ...entries])
  const over = js > limit || css > CSS_KB
  failed ||= over
  console.log(
    `${over ? '✗' : '✓'} ${name}: ${js.toFixed(1)} of ${limit} KB JavaScript, ${css.toFixed(1)} of ${CSS_KB} KB CSS`,
  )
}
if (failed) process.exit(1)

/** Everything those entries import, each file once. */
function needed(entries) {
  const js = new Set()
  const css = new Set()
  const visit = (key) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is not in the build's manifest`)
    if (js.has(chunk.file)) return
    js.add(chunk.file)
    for (const file of chunk.css ?? []) css.add(file)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const entry of entries) visit(entry)
  return { js: total(js), css: total(css) }
}

function total(files) {
  let bytes = 0
  for (const file of files) {
    if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(web, file))).length)
    bytes += sizes.get(file)
  }
  return bytes / KB
}
