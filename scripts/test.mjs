// `npm test`: everything – the fast checks, unit and application tests, budgets, journeys in a real browser.
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, refuseOldNode, root, run, tool } from './fresh.mjs'

refuseOldNode()
ensureInstalled()
run(process.execPath, [join(root, 'scripts', 'check.mjs')])
ensureBuilt()
tool('vitest', ['run'])
run(process.execPath, [join(root, 'scripts', 'budget.mjs')])
tool('playwright', ['test'])
