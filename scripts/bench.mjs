// `npm run bench`: the built server under load, and a bare one beside it as the ceiling (bench/main.ts).
import { ensureBuilt, ensureInstalled, refuseOldNode, tool } from './fresh.mjs'

refuseOldNode()
ensureInstalled()
// Options that cannot be used, and --help, are answered before two minutes of building.
tool('tsx', ['bench/args.ts', ...process.argv.slice(2)])
if (process.argv.some((word) => ['--help', '-h'].includes(word))) process.exit()
ensureBuilt()
tool('tsx', ['--conditions=source', 'bench/main.ts', ...process.argv.slice(2)])
