// `npm run check`: the fast part – types, lint and format, dead code, borders, generated files. Side by side; what fails says why.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, refuseOldNode, root } from './fresh.mjs'

const CHECKS = {
  types: ['tsc', '-b'],
  'lint and format': ['biome', 'check', '--error-on-warnings', '.'],
  'dead code': ['knip'],
  borders: ['vitest', 'run', '--project', 'borders'],
  'generated files': ['tsx', '--conditions=source', 'scripts/generate.ts', '--check'],
}

refuseOldNode()
ensureInstalled()
const passed = await Promise.all(Object.entries(CHECKS).map(([name, command]) => check(name, command)))
process.exitCode = passed.every(Boolean) ? 0 : 1

function check(name, [tool, ...args]) {
  const began = performance.now()
  const child = spawn(join(root, 'node_modules', '.bin', tool), args, {
    cwd: root,
    env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : undefined },
    shell: process.platform === 'win32',
  })
  const said = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk))
  return new Promise((resolve) => {
    child.on('error', (error) => said.push(Buffer.from(`${error.message}\n`)))
    child.on('close', (code) => {
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
      if (code !== 0) process.stdout.write(Buffer.concat(said))
      resolve(code === 0)
    })
  })
}
