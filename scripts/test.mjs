// `npm test`: what every change must pass, within ten minutes – the fast checks, all unit and application tests on the
// embedded engine, budgets, and one journey in a real browser for each thing the product can do.
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, refuseOldNode, root } from './fresh.mjs'
import { inMemory, passes, runParts } from './parts.mjs'

const script = (name) => passes(process.execPath, [join(root, 'scripts', name)])
const tool = (name, args, env) => passes(join(root, 'node_modules', '.bin', name), args, env)

refuseOldNode()
// On a server the same tests are a part of `npm run test:all`.
delete process.env.DATABASE_URL
await runParts({ installing: ensureInstalled, building: ensureBuilt })
await runParts({
  checks: () => script('check.mjs'),
  'unit and application tests': () => tool('vitest', ['run'], inMemory()),
  budgets: () => script('budget.mjs'),
  'core journeys': () => tool('playwright', ['test', '--project=core']),
})
console.log(
  `All green. \`npm run test:all\` adds every journey at every width, all rounds of the long tests, drills that kill or starve
whole processes, the application on a PostgreSQL server and on Node 24, uploads over S3, an older commit's tests on today's
tables, and machines that die.`,
)
