// `npm run operator -- add NAME`: the command line of the built server, in this very process. An existing build is used as
// it is – a server beside it runs the same one – and needs nothing that only building needs.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, ensureInstalled, refuseOldNode, root } from './fresh.mjs'

refuseOldNode()
const cli = join(root, 'dist', 'server', 'cli.js')
if (!existsSync(cli)) {
  ensureInstalled()
  ensureBuilt()
}
const settings = join(root, '.env')
if (existsSync(settings)) process.loadEnvFile(settings)
process.chdir(root)
await import(pathToFileURL(cli).href)
