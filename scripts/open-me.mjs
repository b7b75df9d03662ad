// OPEN-ME.html: what opens sealed capsules and whole archives without us, in one file of HTML. Script and styles stand in it, and its policy
// names both by their hash, so that nothing else in it ever runs.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './fresh.mjs'

const built = (name) => readFileSync(join(root, 'dist', 'opener', name), 'utf8')
const source = (...path) => readFileSync(join(root, 'web', ...path), 'utf8')

const script = inside(built('opener.js').replaceAll(/<(?=\/script|!--)/gi, '\\x3c'), /<\/script|<!--/i)
const style = inside(built('opener.css'), /<\/style/i)
const policy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  'img-src blob: data:',
  'media-src blob:',
  // The encrypted archive beside this page, and nobody else.
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')
const [fills] = /<svg class="fills"[\s\S]*?<\/svg>/.exec(source('reader', 'public', 'index.html'))

const parts = { POLICY: policy, STYLE: style, FILLS: fills, SCRIPT: script }
const page = source('opener', 'OPEN-ME.html').replaceAll(
  /POLICY|FILLS|\/\* (?:STYLE|SCRIPT) \*\//g,
  (name) => parts[name.replace(/\W/g, '')],
)
writeFileSync(join(root, 'dist', 'reader', 'OPEN-ME.html'), page)

/** A text that a browser reads as it stands, so that its hash is the one in the policy. */
function inside(text, ending) {
  if (ending.test(text) || /[\r\0]/.test(text))
    throw new Error('the page would end in the middle of its script or styles')
  return text
}

function hashOf(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
