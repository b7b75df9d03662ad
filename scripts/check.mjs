// `npm run check`: the fast part – types, lint and format, dead code, generated files.
import { ensureInstalled, refuseOldNode, tool } from './fresh.mjs'

refuseOldNode()
ensureInstalled()
tool('tsc', ['-b'])
tool('biome', ['check', '--error-on-warnings', '.'])
tool('knip', [])
tool('tsx', ['--conditions=source', 'scripts/generate.ts', '--check'])
