// `npm test`: everything – the fast checks, unit and application tests, budgets, journeys in a real browser.
// Ends with what each part took.
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, refuseOldNode, root, run, tool } from './fresh.mjs'

const node = (script) => run(process.execPath, [join(root, 'scripts', script)])
const PARTS = {
  installing: ensureInstalled,
  checks: () => node('check.mjs'),
  building: ensureBuilt,
  'unit and application tests': () => tool('vitest', ['run']),
  budgets: () => node('budget.mjs'),
  journeys: () => tool('playwright', ['test']),
}

refuseOldNode()
const took = Object.entries(PARTS).map(([name, part]) => {
  const began = performance.now()
  part()
  return `${String(Math.round((performance.now() - began) / 1000)).padStart(6)} s  ${name}`
})
console.log(took.join('\n'))
