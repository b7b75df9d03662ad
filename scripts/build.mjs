// Builds the server to plain JavaScript and bundles it, packs the template of the embedded database, and builds the pages.
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { root, run, tool } from './fresh.mjs'

const MIGRATIONS = ['server', 'platform', 'db', 'migrations']
const DEMO_PICTURES = ['server', 'start', 'demo', 'pictures']
const AGREEMENTS = ['server', 'people', 'account', 'agreements']
const MAKE_TEMPLATE = join(root, 'scripts', 'make-template.mjs')
const TEMPLATE = join(root, 'dist', 'template.tar.gz')
const TEMPLATE_STAMP = join(root, 'dist', 'template.version')

// Pages are built for people, whatever NODE_ENV the server is to run with.
const PRODUCTION = { NODE_ENV: 'production' }

tool('tsc', ['-b', 'contract', 'standins', 'server'])
for (const folder of [MIGRATIONS, AGREEMENTS, DEMO_PICTURES]) {
  cpSync(join(root, ...folder), join(root, 'dist', ...folder), { recursive: true })
}
packTemplate()
run(process.execPath, [join(root, 'scripts', 'bundle.mjs')])
if (!process.argv.includes('--server')) {
  tool('vite', ['build', '--logLevel', 'warn'], PRODUCTION)
  tool('vite', ['build', '--mode', 'desk', '--logLevel', 'warn'], PRODUCTION)
  tool('vite', ['build', '--ssr', 'app/firstPaint.tsx', '--emptyOutDir', '--logLevel', 'warn'], PRODUCTION)
  run(process.execPath, [join(root, 'scripts', 'first-paint.mjs')], PRODUCTION)
  run(process.execPath, [join(root, 'scripts', 'icons.mjs')])
  tool('vite', ['build', '--mode', 'worker', '--logLevel', 'warn'], PRODUCTION)
  tool('vite', ['build', '--mode', 'reader', '--logLevel', 'warn'], PRODUCTION)
  tool('vite', ['build', '--mode', 'opener', '--logLevel', 'warn'], PRODUCTION)
  run(process.execPath, [join(root, 'scripts', 'licenses.mjs')])
  run(process.execPath, [join(root, 'scripts', 'open-me.mjs')])
  compress(join(root, 'dist', 'web'))
}

/** Writes beside each text file its compressed forms, which the server sends to clients that accept them. */
function compress(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.(js|css|html|svg|webmanifest)$/.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const text = readFileSync(file)
    writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }))
    writeFileSync(`${file}.br`, brotliCompressSync(text))
  }
}

/** The template follows the engine's version, the script that makes it, and the tables. */
function packTemplate() {
  const engine = readFileSync(join(root, 'node_modules', '@electric-sql', 'pglite', 'package.json'), 'utf8')
  const migrations = join(root, ...MIGRATIONS)
  const tables = readdirSync(migrations).map((name) => readFileSync(join(migrations, name), 'utf8'))
  const wanted = [JSON.parse(engine).version, readFileSync(MAKE_TEMPLATE, 'utf8'), ...tables].join('\n')
  if (existsSync(TEMPLATE) && existsSync(TEMPLATE_STAMP) && readFileSync(TEMPLATE_STAMP, 'utf8') === wanted) return
  run(process.execPath, [MAKE_TEMPLATE])
  writeFileSync(TEMPLATE_STAMP, wanted)
}
