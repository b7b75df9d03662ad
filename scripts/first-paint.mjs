// Part of the build: puts into the page of HTML what is seen before any script has come – the words and styles of landing
// and sign-in – and a few lines that ask for the files of the wanted page beside the first ones, not after them.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { JSDOM } from 'jsdom'
import { root } from './fresh.mjs'

/** The page whose words stand in the page of HTML, and its module. */
const PAINTED = { name: 'landing', module: 'app/shell/Spread.tsx' }
/** Node has globals of these names too, and a document accepts only the browser's. */
const THE_BROWSERS = ['navigator', 'AbortController', 'AbortSignal', 'Event']
const WEB = join(root, 'dist', 'web')
const RENDERER = join(root, 'dist', 'first')
const FIRST = 'index.html'
const ASSETS = 'assets/'

/**
 * Shows the words of the landing where they are wanted, and where no script runs at all. Before a shared capsule there is only
 * the night it comes out of, which stays. The page itself takes away what is painted here.
 */
const SHOWN = `
[data-page] { display: none; min-height: 100dvh; background: var(--sky) }
html:not([data-first]) [data-page], [data-first="${PAINTED.name}"] [data-page] { display: block }
html[data-first="night"] { background: var(--sky); background-attachment: fixed }
[data-first="night"] body { background: none }
[data-first]:not([data-first=""]) #first ~ #root > [aria-busy] { visibility: hidden }
`

const files = JSON.parse(readFileSync(join(WEB, '.vite', 'pages.json'), 'utf8'))
const { PAGES } = await import(pathToFileURL(join(root, 'dist', 'contract', 'pages.js')))
const modules = modulesByAddress()
const first = await renderer()
const file = join(WEB, FIRST)
writeFileSync(file, await paint(readFileSync(file, 'utf8')))
rmSync(RENDERER, { recursive: true })
// The pages leave timers running, which would keep the process alive.
process.exit(0)

/** The script stands before the words: nothing is painted that it would take away again. */
async function paint(html) {
  const words = lean(await first.markupOf(PAINTED.name))
  const place = document.createElement('div')
  place.dataset.mood = 'universe'
  place.innerHTML = words
  // The first stylesheet stays a file too: whatever loads late asks for it. It is read after the words.
  const links = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? []
  const css = new Set([FIRST, PAINTED.module].flatMap((name) => files[name].css))
  const styles = [...css].map((name) => neededBy(place, readFileSync(join(WEB, name), 'utf8').trim())).join('')
  const painted = `<div id="first">
      <script>${script()}</script>
      <div data-page="${PAINTED.name}">${words}</div>
    </div>`
  return links
    .reduce((text, link) => text.replace(link, ''), html)
    .replace('</head>', () => `  <style>${first.STYLES}${styles}${SHOWN}</style>\n  </head>`)
    .replace('<div id="root">', () => `${painted}\n    <div id="root">`)
    .replace('  </body>', () => `${links.join('')}  </body>`)
}

/**
 * Without what the style sheet says of all icons (shells.css), a colour that is said around the capsule already, and the
 * drawings below the first screen, which come with the page.
 */
function lean(words) {
  return words
    .replaceAll(/<svg [^>]*viewBox="0 0 24 24"[^>]*>/g, first.leanIcon)
    .replaceAll(/(<svg [^>]*) style="--capsule[^"]*"([^>]*viewBox="0 0 64 64")/g, '$1$2')
    .replaceAll(/(<svg [^>]*viewBox="0 0 160 120"[^>]*>).*?<\/svg>/g, '$1</svg>')
}

/** Of a stylesheet the rules for classes that these words have, and the movements they name. The tokens are here already. */
function neededBy(words, css) {
  let kept = ''
  for (const { head, body } of rulesOf(css)) {
    if (head.startsWith('@media')) kept += wrapped(head, neededBy(words, body))
    else if (head.startsWith('@') || isFor(words, head)) kept += `${head}{${body}}`
  }
  return kept.replaceAll(/@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g, (all, name) =>
    kept.split(name).length > 2 ? all : '',
  )
}

/** Nothing is pressed, and nobody points at anything, before the page itself is there. */
function isFor(words, selector) {
  if (!selector.includes('._') || /:(hover|active|focus)/.test(selector)) return false
  return words.querySelector(selector.replaceAll(/::?(before|after)/g, '').replace(/[ >+~]$/, '$& *')) !== null
}

function wrapped(head, rules) {
  return rules && `${head}{${rules}}`
}

/** The rules of a minified stylesheet, those of one @media together. */
function* rulesOf(css) {
  for (let at = 0; at < css.length; ) {
    const opens = css.indexOf('{', at)
    if (opens < 0) return
    let depth = 1
    let end = opens + 1
    for (; depth > 0; end++) depth += css[end] === '{' ? 1 : css[end] === '}' ? -1 : 0
    yield { head: css.slice(at, opens), body: css.slice(opens + 1, end - 1) }
    at = end
  }
}

/** Runs before anything is painted. The content policy names it by its hash (server/http/securityHeaders.ts). */
function script() {
  const { js, css } = files[FIRST]
  const lists = Object.values(modules).map((module) => [...files[module].js, ...files[module].css])
  const names = [...new Set(lists.flat())].filter((name) => !js.includes(name) && !css.includes(name))
  const placesOf = (module) =>
    [...files[module].css, ...files[module].js].map((name) => names.indexOf(name)).filter((place) => place >= 0)
  // Pages that people go to together have the same files.
  const sets = [...new Set(Object.values(modules).map((module) => String(placesOf(module))))]
  const known = first.looks()
  known.looks[PAINTED.name] = { words: true, mood: 'universe' }
  // Another address of a page has the same module.
  const lookOf = (module) => Object.keys(known.looks).find((name) => modules[PAGES[name]] === module)
  const pages = Object.entries(modules).map(([address, module]) => [
    address,
    [sets.indexOf(String(placesOf(module))), lookOf(module)],
  ])
  const facts = {
    ...known,
    files: names.map((name) => name.slice(ASSETS.length)),
    sets: sets.map((set) => set.split(',').map(Number)),
    pages: Object.fromEntries(pages),
    shared: PAGES.unseal,
  }
  const around = '{stored:n=>{try{return localStorage.getItem(n)}catch{}},deviceNow:()=>Date.now()}'
  return `(${first.SCRIPT.start})(${first.SCRIPT.begin},${JSON.stringify(facts)},${around})`
}

/** Address of a page, aliases too → the module of its code, as the table of routes has them: a page a line. */
function modulesByAddress() {
  const table = readFileSync(join(root, 'web', 'app', 'routes.tsx'), 'utf8')
  const found = {}
  for (const [, name, module, rest] of table.matchAll(
    /^ {2}(\w+): \w+\(page\(\(\) => import\('#web\/([^']+)'\), '\w+'\)(.*)\),$/gm,
  )) {
    for (const address of [PAGES[name], ...[...rest.matchAll(/'([^']+)'/g)].map(([, alias]) => alias)])
      found[address] = module
  }
  const missing = Object.values(PAGES).filter((address) => !found[address])
  if (missing.length > 0) throw new Error(`web/app/routes.tsx: no line is understood for ${missing.join(', ')}`)
  return found
}

/** The pages' own code, in a browser without layout (jsdom). */
async function renderer() {
  const { window } = new JSDOM('<!doctype html><body></body>', { url: 'http://127.0.0.1/', pretendToBeVisual: true })
  window.scrollTo = () => {}
  for (const name of Object.getOwnPropertyNames(window)) {
    if (name in globalThis && !THE_BROWSERS.includes(name)) continue
    Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: window[name] })
  }
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent']) {
    globalThis[name] = window[name].bind(window)
  }
  if (!existsSync(RENDERER)) throw new Error('the pages are to be built for the renderer first')
  return import(pathToFileURL(join(RENDERER, 'firstPaint.js')))
}
