// Builds the server to plain JavaScript, packs the template of the embedded database, and builds the pages.
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, tool } from './fresh.mjs'

const TEMPLATE_STAMP = join(root, 'dist', 'template.version')
const serverOnly = process.argv.includes('--server')

tool('tsc', ['-b', 'contract', 'server'])
cpSync(join(root, 'server', 'db', 'migrations'), join(root, 'dist', 'server', 'db', 'migrations'), { recursive: true })
if (!existsSync(join(root, 'dist', 'template.tar.gz')))
  run(process.execPath, [join(root, 'scripts', 'make-template.mjs')])
if (!serverOnly) tool('vite', ['build', '--logLevel', 'warn'])

/** The template follows the engine's version and the script that makes it. */
function templateOf() {
  const engine = readFileSync(join(root, 'node_modules', '@electric-sql', 'pglite', 'package.json'), 'utf8')
  return JSON.parse(engine).version + readFileSync(join(root, 'scripts', 'make-template.mjs'), 'utf8')
}

function isCurrent() {
  if (!existsSync(join(root, 'dist', 'template.tar.gz')) || !existsSync(TEMPLATE_STAMP)) return false
  return readFileSync(TEMPLATE_STAMP, 'utf8') === templateOf()
}
