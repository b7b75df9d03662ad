// Part of the build: puts into the page of HTML what is seen before any script has come – the words and styles of landing
// and sign-in – and a few lines that ask for the files of the wanted page beside the first ones, not after them.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { JSDOM } from 'jsdom'
import { root } from './fresh.mjs'

/** The pages painted without a script, by their modules. */
const PAINTED = { 'app/shell/Spread.tsx': 'landing', 'people/account/Login.tsx': 'login' }
/** Node has globals of these names too, and a document accepts only the browser's. */
const THE_BROWSERS = ['navigator', 'AbortController', 'AbortSignal', 'Event']
const WEB = join(root, 'dist', 'web')
const RENDERER = join(root, 'dist', 'first')
const FIRST = 'index.html'

/**
 * Shows the wanted one of the painted pages; the landing where no script runs at all. Before a shared capsule there is only
 * the night it comes out of, which stays. The page itself takes away what is painted here.
 */
const SHOWN = `
#first { position: absolute; inset: 0; z-index: 1 }
[data-page] { min-height: 100dvh; background: var(--sky) }
[data-page] { display: none }
html:not([data-first]) [data-page]:first-child, ${Object.values(PAINTED)
  .map((name) => `[data-first="${name}"] [data-page="${name}"]`)
  .join(', ')} { display: block }
html[data-first="night"] { background: var(--sky); background-attachment: fixed }
[data-first="night"] body { background: none }
[data-first]:not([data-first=""]) #first ~ #root > [aria-busy] { visibility: hidden }
`

const files = JSON.parse(readFileSync(join(WEB, '.vite', 'pages.json'), 'utf8'))
const { PAGES } = await import(pathToFileURL(join(root, 'dist', 'contract', 'pages.js')))
const modules = modulesByAddress()
const { markupOf } = await renderer()
const file = join(WEB, FIRST)
writeFileSync(file, await paint(readFileSync(file, 'utf8')))
rmSync(RENDERER, { recursive: true })
// The pages leave timers running, which would keep the process alive.
process.exit(0)

async function paint(html) {
  let words = ''
  for (const name of Object.values(PAINTED))
    words += `<div data-page="${name}"${name === 'login' ? ' inert' : ''}>${await markupOf(name)}</div>`
  // The first stylesheet stays a file too: whatever loads late asks for it. It is read after the words.
  const links = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? []
  const css = new Set([FIRST, ...Object.keys(PAINTED)].flatMap((name) => files[name].css))
  const styles = [...css].map((name) => readFileSync(join(WEB, name), 'utf8').trim()).join('\n')
  return links
    .reduce((text, link) => text.replace(link, ''), html)
    .replace('</head>', () => `  <script>${script()}</script>\n    <style>${styles}${SHOWN}</style>\n  </head>`)
    .replace('<div id="root">', () => `<div id="first">${words}</div>\n    <div id="root">`)
    .replace('  </body>', () => `${links.join('')}  </body>`)
}

/** Runs before anything is painted. The content policy names it by its hash (server/http/securityHeaders.ts). */
function script() {
  const { js, css } = files[FIRST]
  const names = [
    ...new Set(Object.values(modules).flatMap((module) => [...files[module].js, ...files[module].css])),
  ].filter((name) => !js.includes(name) && !css.includes(name))
  const wanted = ([address, module]) => {
    const indexes = [...files[module].css, ...files[module].js].map((name) => names.indexOf(name))
    return [address, [PAINTED[module] ?? '', ...indexes.filter((index) => index >= 0)]]
  }
  const byAddress = Object.fromEntries(Object.entries(modules).map(wanted))
  return `(${start})(${JSON.stringify(names)},${JSON.stringify(byAddress)},${JSON.stringify(PAGES.unseal)})`
}

/** In the browser: the theme, what is painted, and the files of the page that is wanted. */
function start(names, byAddress, shared) {
  const { dataset } = document.documentElement
  const [address, query = ''] = location.hash.slice(1).split('?')
  const [painted, ...wanted] = byAddress[address || '/'] ?? ['']
  let theme
  let signedIn
  try {
    theme = localStorage.getItem('theme')
    signedIn = localStorage.getItem('token')
  } catch {}
  const dark = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  dataset.theme = theme === 'dark' || theme === 'light' ? theme : dark
  // A signed-in person is led on from the sign-in page.
  dataset.first = signedIn && painted === 'login' ? '' : painted
  if (address === shared && /(^|&)token=/.test(query)) dataset.first = 'night'
  for (const index of wanted) {
    const link = document.createElement('link')
    const isScript = names[index].endsWith('.js')
    Object.assign(link, { rel: isScript ? 'modulepreload' : 'preload', crossOrigin: '', href: `/${names[index]}` })
    if (!isScript) link.as = 'style'
    document.head.append(link)
  }
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
