// `npm start`: whatever is missing is made, then the built server runs in this very process.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, ensureInstalled, refuseOldNode, root } from './fresh.mjs'

refuseOldNode()
ensureInstalled()
ensureBuilt()
const settings = join(root, '.env')
if (existsSync(settings)) process.loadEnvFile(settings)
process.chdir(root)
console.log('正在启动……')
await import(pathToFileURL(join(root, 'dist', 'server', 'main.js')).href)
