// Builds the server to plain JavaScript, packs the template of the embedded database, and builds the pages.
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, tool } from './fresh.mjs'

const serverOnly = process.argv.includes('--server')

tool('tsc', ['-b', 'contract', 'server'])
cpSync(join(root, 'server', 'db', 'migrations'), join(root, 'dist', 'server', 'db', 'migrations'), { recursive: true })
if (!existsSync(join(root, 'dist', 'template.tar.gz')))
  run(process.execPath, [join(root, 'scripts', 'make-template.mjs')])
if (!serverOnly) tool('vite', ['build', '--logLevel', 'warn'])
