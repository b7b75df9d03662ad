// `npm run test:older`: application tests of an earlier commit (test/older.txt names it, and them) on today's tables with one more
// compatible migration, on the PostgreSQL server of DATABASE_URL. So an old process goes on while a new version upgrades,
// and comes back after a rollback. It has that commit's own packages. Where it cannot run it says so loudly;
// REQUIRE_OLDER=1 makes that a failure.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandOf } from '#test/command.ts'
import { dropDatabase, newDatabase } from '#test/databases.ts'
import { makeRelease } from '#test/release.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PLANTED =
  '-- compatible\nalter table capsules add column planted text;\ncreate table planted (id bigint primary key);\n'

process.chdir(ROOT)
process.env.DATABASE_URL ||= 'postgres://postgres@127.0.0.1:5432/postgres'
const [commit = '', ...tests] = readFileSync(join('test', 'older.txt'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
const why = whyNot()
if (why) {
  console.error(`\n${'='.repeat(80)}\nTESTS OF AN OLDER COMMIT NOT RUN: ${why}\n${'='.repeat(80)}\n`)
  process.exit(process.env.REQUIRE_OLDER === '1' ? 1 : 0)
}
process.exitCode = await runOlder()

function whyNot(): string | undefined {
  if (git('cat-file', '-e', `${commit}^{commit}`) === undefined) return `${commit} is not in this history`
  if (spawnSync(process.execPath, ['scripts/reach.mjs', process.env.DATABASE_URL!]).status !== 0)
    return 'no PostgreSQL server answers; start one on 127.0.0.1:5432, or name one by DATABASE_URL'
  return undefined
}

/** Its output; undefined when it fails. */
function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28 })
  return status === 0 ? stdout : undefined
}

/** Builds the server of a checkout, since its tests need a build before they make one. */
function build(cwd: string): void {
  execFileSync(process.execPath, ['scripts/build.mjs', '--server'], { cwd, stdio: 'inherit' })
}

async function runOlder(): Promise<number> {
  const older = checkOut()
  for (const folder of ['.', older]) build(folder)
  const template = await newDatabase()
  const release = makeRelease(PLANTED)
  const keys = mkdtempSync(join(tmpdir(), 'capsule-older-'))
  try {
    const settings = { DATA_DIR: keys, DATABASE_URL: template! }
    const { code, out, err } = await commandOf(release.root, settings, 'migrate', '--without-backup')
    if (code !== 0) throw new Error(err)
    console.log(`${commit} on today's tables: ${out.split('\n').at(-2)}`)
    return spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', ...tests], {
      cwd: older,
      stdio: 'inherit',
      env: { ...process.env, TEMPLATE_DATABASE_URL: template },
    }).status!
  } finally {
    await release.remove()
    rmSync(keys, { recursive: true })
    await dropDatabase(template)
  }
}

/** That commit with its own packages, as it was run then; an existing build there stays. */
function checkOut(): string {
  const folder = join('.cache', 'older', commit)
  if (existsSync(folder)) return folder
  const part = `${folder}.part`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { recursive: true })
  const files = execFileSync('git', ['archive', commit], { maxBuffer: 1 << 30 })
  execFileSync('tar', ['-x', '-C', part], { input: files })
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: part, stdio: 'inherit' })
  renameSync(part, folder)
  return folder
}
