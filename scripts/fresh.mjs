// `npm start` and `npm test` do this before anything else: install what is missing, build what is stale.
// Plain Node, no packages: it runs before there are any.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const INSTALL_STAMP = join(root, 'node_modules', '.installed')
const BUILD_STAMP = join(root, 'dist', '.built')
const BUILT_FROM = [
  'contract',
  'server',
  'standins',
  'web',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.base.json',
  'scripts',
]
const NODE_FLOOR = [20, 19]

export function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > NODE_FLOOR[0] || (major === NODE_FLOOR[0] && minor >= NODE_FLOOR[1])) return
  console.error(`时光胶囊需要 Node ${NODE_FLOOR.join('.')} 或更新的版本，现在是 ${process.versions.node}。`)
  process.exit(1)
}

export function run(command, args, env = {}, stdio = 'inherit') {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio,
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  })
  if (error) console.error(error.message)
  if (status !== 0) process.exit(status ?? 1)
}

/** A tool of the project, by its name. */
export const tool = (name, args, env) => run(join(root, 'node_modules', '.bin', name), args, env)

export function ensureInstalled() {
  const wanted = hash([join(root, 'package-lock.json')]) + process.platform + process.arch
  if (read(INSTALL_STAMP) === wanted) return
  const done = step('正在安装依赖……（第一次需要下载，通常一两分钟）')
  // npm's counts and warnings are for people who change the dependencies; errors come on the other stream, in full.
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {}, ['inherit', 'ignore', 'inherit'])
  writeFileSync(INSTALL_STAMP, wanted)
  done()
}

export function ensureBuilt() {
  const wanted = hash(BUILT_FROM.flatMap((name) => filesUnder(join(root, name))))
  if (read(BUILD_STAMP) === wanted && existsSync(join(root, 'dist', 'web', 'index.html'))) return
  const done = step('正在构建……（一分钟左右）')
  // A build that fails leaves half a site, which must not pass for the one of before.
  rmSync(BUILD_STAMP, { force: true })
  run(process.execPath, [join(root, 'scripts', 'build.mjs')])
  mkdirSync(dirname(BUILD_STAMP), { recursive: true })
  writeFileSync(BUILD_STAMP, wanted)
  done()
}

/** Announces a step that takes a while; the function it returns says that the step is done. */
function step(what) {
  const began = performance.now()
  console.log(what)
  return () => console.log(`完成，用时 ${Math.ceil((performance.now() - began) / 1000)} 秒。`)
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

function hash(files) {
  const sum = createHash('sha256')
  for (const file of files) sum.update(file).update(readFileSync(file))
  return sum.digest('hex')
}

function filesUnder(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
