// `npm run bench`: the built server under load, and a bare one beside it as the ceiling (bench/main.ts).
import { ensureBuilt, ensureInstalled, refuseOldNode, tool } from './fresh.mjs'

refuseOldNode()
ensureInstalled()
ensureBuilt()
tool('tsx', ['--conditions=source', 'bench/main.ts', ...process.argv.slice(2)])
