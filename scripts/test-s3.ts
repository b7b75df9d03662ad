// `npm run test:s3`: the tests of uploads and of what is built on them, once more with a real S3 server (radosgw.sh)
// in place of the disk. Where that cannot start it says so loudly; REQUIRE_S3=1 makes that a failure.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from '#server/platform/config.ts'
import { signHeaders } from '#server/platform/outside/bucket/v4.ts'
import type { BucketConfig } from '#server/platform/outside/settings/bucket.ts'
import { freePort } from '#test/freePort.ts'
import { applicationTests } from './applicationTests.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SERVER = join(ROOT, 'scripts', 'radosgw.sh')
/** Not run again: tests of our own disk, of code that only looks at bytes, and of processes with settings of their own. */
const OTHERS =
  /^(server\/platform\/media\/(disk|inspect\/inspect)|server\/upkeep\/(closing|rotation)|test\/system\/kill)/
const STORE = /^server\/platform\/(media|outside\/bucket)\//
/** Tests that store something: the others ask no store, and are not run once more. */
const STORES = /\bupload\(/
/** Pages of any address may post and read: what they hold is the permission. */
const CORS = `<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod>\
<AllowedMethod>HEAD</AllowedMethod><AllowedMethod>POST</AllowedMethod><AllowedHeader>*</AllowedHeader>\
<ExposeHeader>ETag</ExposeHeader></CORSRule></CORSConfiguration>`

const folder = mkdtempSync(join(tmpdir(), 'radosgw-'))
process.exitCode = await run()
rmSync(folder, { recursive: true, force: true })

async function run(): Promise<number> {
  const env = start(await freePort(), await freePort())
  if (!env) return process.env.REQUIRE_S3 === '1' ? 1 : 0
  try {
    await makeBucket(readConfig(env).bucket!)
    return await vitest(env)
  } finally {
    spawnSync('bash', [SERVER, 'stop', folder], { stdio: 'inherit' })
  }
}

function start(port: number, monitorPort: number): Record<string, string> | undefined {
  console.log('starting radosgw …')
  const options = { encoding: 'utf8' as const, timeout: 600_000 }
  const { status, stdout, stderr, error } = spawnSync(
    'bash',
    [SERVER, 'start', folder, `${port}`, `${monitorPort}`],
    options,
  )
  if (status === 0)
    return Object.fromEntries(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/)),
    )
  spawnSync('bash', [SERVER, 'stop', folder])
  const why = error?.message ?? stderr.trim().split('\n').slice(-8).join('\n')
  const line = `S3-TESTS NOT RUN: radosgw did not start\n${why}`
  console.error(`\n${'='.repeat(80)}\n${line}\n${'='.repeat(80)}\n`)
  return undefined
}

async function makeBucket(bucket: BucketConfig): Promise<void> {
  await put(bucket, {}, '')
  await put(bucket, { cors: '' }, CORS)
}

async function put(bucket: BucketConfig, query: Record<string, string>, body: string): Promise<void> {
  const md5 = createHash('md5').update(body).digest('base64')
  const asked = { method: 'PUT', query, headers: { 'content-md5': md5 }, at: new Date() }
  const { url, headers } = signHeaders(bucket, bucket, asked)
  const response = await fetch(url, { method: 'PUT', headers, body, signal: AbortSignal.timeout(30_000) })
  if (!response.ok) throw new Error(`PUT of the bucket: HTTP ${response.status} ${await response.text()}`)
}

function testsOfStores(): string[] {
  return applicationTests().filter(
    (name) => !OTHERS.test(name) && (STORE.test(name) || STORES.test(readFileSync(join(ROOT, name), 'utf8'))),
  )
}

function vitest(env: Record<string, string>): Promise<number> {
  const tests = process.argv.length > 2 ? process.argv.slice(2) : testsOfStores()
  const command = [join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'server*', ...tests]
  const child = spawn(process.execPath, command, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}
