// `npm run lighthouse`: the built pages under Lighthouse (scripts/lighthouse.ts).
import { ensureBuilt, ensureInstalled, refuseOldNode, tool } from './fresh.mjs'

refuseOldNode()
ensureInstalled()
ensureBuilt()
tool('tsx', ['--conditions=source', 'scripts/lighthouse.ts', ...process.argv.slice(2)])
