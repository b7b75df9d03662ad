// `npm run e2e -- opening`: the journeys of e2e/opening.spec.ts alone, at both widths; more words go to Playwright
// (`--project=phone`, `-g words`). Without any: all of them.
import { ensureBuilt, ensureInstalled, refuseOldNode, tool } from './fresh.mjs'

refuseOldNode()
ensureInstalled()
ensureBuilt()
tool('playwright', ['test', ...process.argv.slice(2)])
