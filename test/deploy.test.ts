import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import { withApp } from './app.ts'
import { get, later, newPerson, textCapsule } from './client.ts'
import { commandOf, example, type Heard, makeCertificate, over, pathOf, startExample } from './examples.ts'
import { makeCluster, missingForFarPostgres, startFarPostgres, whoever } from './farPostgres.ts'
import { freePort } from './freePort.ts'
import { png } from './media.ts'
import { addressOf, ended } from './process.ts'

const folder = mkdtempSync(join(tmpdir(), 'capsule-deploy-'))
const running: ChildProcess[] = []
// Some programs in this folder run as other users.
chmodSync(folder, 0o755)
beforeAll(() => makeCertificate(folder))
afterAll(async () => {
  for (const child of running) child.kill('SIGTERM')
  await Promise.all(running.map(ended))
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a proxy to that backend on a port of its own; the port. */
async function startProxy(name: keyof typeof PROXIES, backend: number): Promise<number> {
  const port = await freePort()
  running.push(await startExample(name.toLowerCase(), await PROXIES[name](port, backend), port))
  return port
}

const PROXIES = {
  async HAProxy(port: number, backend: number) {
    const reads = join(folder, 'reads.txt')
    copyFileSync('deploy/reads.txt', reads)
    const config = example('haproxy.cfg', {
      ':443': `127.0.0.1:${port}`,
      '/etc/ssl/capsule.pem': join(folder, 'both.pem'),
      '/etc/haproxy/capsule-reads.txt': reads,
      '127.0.0.1:3000': `127.0.0.1:${backend}`,
    })
    const file = join(folder, `haproxy-${port}.cfg`)
    writeFileSync(file, config)
    return ['-db', '-f', file]
  },
  async nginx(port: number, backend: number) {
    const config = example('nginx.conf', {
      '443 ssl': `127.0.0.1:${port} ssl`,
      'listen 80;': `listen 127.0.0.1:${await freePort()};`,
      '/etc/ssl/capsule': folder,
      '127.0.0.1:3000': `127.0.0.1:${backend}`,
    })
    const site = join(folder, `nginx-${port}.conf`)
    writeFileSync(site, config)
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${folder}/${kind};`,
    )
    const main = `daemon off; pid ${site}.pid; error_log ${site}.log; events {}
      http { access_log off; ${places.join(' ')} include ${site}; }`
    writeFileSync(`${site}.main`, main)
    return ['-e', `${site}.log`, '-c', `${site}.main`]
  },
}
const NAMES = Object.keys(PROXIES) as (keyof typeof PROXIES)[]

const missing = NAMES.filter((name) => !pathOf(name.toLowerCase()))
if (missing.length > 0) console.error(`EXAMPLES NOT RUN: ${missing.join(', ')} not here: bash scripts/examples.sh`)

describe.skipIf(missing.length > 0).each(NAMES)('%s, as its example says', (name) => {
  const app = withApp({ TRUST_PROXY: '1', MEDIA_STORE: 'disk' })
  const heard: IncomingHttpHeaders[] = []
  const echo: Server = createServer((request, response) => {
    heard.push(request.headers)
    response.end('{}')
  })
  let site: number
  let seen: number
  beforeAll(async () => {
    site = await startProxy(name, Number(new URL(app.url).port))
    seen = await startProxy(name, await listen(echo))
    while ((await over(site, '/live')).status !== 200) await later(100)
    while ((await over(seen, '/live')).status !== 200) await later(100)
  })
  afterAll(() => echo.close())

  const call = (path: string, input: unknown, token: string): Promise<Heard> =>
    over(site, path, {
      body: JSON.stringify(input),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    })

  it('brings calls and uploads', async () => {
    const { token } = await newPerson(app.url)
    const sealed = await call(calls.createTimeCapsule.path, textCapsule('<p>by way of a proxy</p>'), token)
    expect(JSON.parse(sealed.text)).toMatchObject({ code: 1000 })
    const { hosts } = await get(app.url, 'ossToken', {}, { token })
    const form = new FormData()
    for (const [field, value] of Object.entries(hosts.image.fields)) form.append(field, value)
    form.append('key', `${hosts.image.prefix}${crypto.randomUUID()}.png`)
    form.append('file', new Blob([new Uint8Array(await png({ width: 900, height: 900, seed: 7 }))]), 'picture.png')
    const posted = new Response(form)
    const body = Buffer.from(await posted.arrayBuffer())
    const uploaded = await over(site, hosts.image.upload, {
      body,
      headers: { 'content-type': posted.headers.get('content-type')!, 'content-length': String(body.length) },
    })
    expect(uploaded.status).toBe(200)
  })

  it('says who came, and believes nobody who says it of themselves', async () => {
    const made = { 'x-forwarded-for': '203.0.113.7', 'x-request-id': 'mine', 'x-forwarded-proto': 'http' }
    await over(seen, '/', { headers: made })
    const got = heard.at(-1)!
    expect(got['x-forwarded-for']).toBe('127.0.0.1')
    expect(got['x-forwarded-proto']).toBe('https')
    expect(got['x-request-id']).toMatch(/^[\w-]{20,}$/)
  })

  it('keeps the doors of this machine shut', async () => {
    expect((await over(site, '/metrics')).status).toBe(404)
    expect((await over(site, '/control', { body: '{}' })).status).toBe(404)
    expect((await over(seen, '/metrics')).status).toBe(404)
  })

  it('tells people in Chinese that nobody answers, and when to come again', async () => {
    const nobody = await startProxy(name, await freePort())
    const answer = await over(nobody, calls.userInfo.path, { body: '{}' })
    expect(answer.status).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(JSON.parse(answer.text)).toEqual({ code: 5000, message: '现在访问的人太多，请稍后再试' })
  })
})

describe.skipIf(missing.length > 0)('HAProxy before PostgreSQL, as its example says', () => {
  it('leads to whom Patroni calls the primary, and lets go of who was with the one before', async () => {
    const primary = { name: 'pg1' }
    const asked = ['pg1', 'pg2'].map((name) =>
      createServer((_request, response) => response.writeHead(primary.name === name ? 200 : 503).end()),
    )
    const members = ['pg1', 'pg2'].map((name) => createTcpServer((socket) => socket.on('error', () => {}).write(name)))
    const [health1, health2, pg1, pg2] = await Promise.all([...asked, ...members].map(listen))
    const [writes, reads] = [await freePort(), await freePort()]
    const config = example('haproxy-postgres.cfg', {
      '127.0.0.1:5000': `127.0.0.1:${writes}`,
      '127.0.0.1:5001': `127.0.0.1:${reads}`,
      '10.0.0.1:5432': `127.0.0.1:${pg1} check port ${health1}`,
      '10.0.0.2:5432': `127.0.0.1:${pg2} check port ${health2}`,
      'server pg3 10.0.0.3:5432': '',
    })
    const file = join(folder, 'postgres.cfg')
    writeFileSync(file, config)
    running.push(await startExample('haproxy', ['-db', '-f', file], writes))
    const first = await greetedBy(writes, 'pg1')
    primary.name = 'pg2'
    await new Promise((resolve) => first.once('close', resolve))
    const second = await greetedBy(writes, 'pg2')
    second.destroy()
    for (const server of [...asked, ...members]) server.close()
  })

  /** A connection to the server of this name, tried until it is that one. */
  async function greetedBy(port: number, name: string): Promise<Socket> {
    for (;;) {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      const said = await new Promise((resolve) => {
        socket.once('data', (bytes) => resolve(String(bytes))).once('close', () => resolve(undefined))
      })
      if (said === name) return socket
      socket.destroy()
      await later(200)
    }
  }
})

const noCluster = missingForFarPostgres() ?? (pathOf('pgbackrest') ? undefined : 'pgbackrest is not here')
describe.skipIf(noCluster)('pgBackRest, as its example says', () => {
  it('brings a cluster back to a moment, by the log that Patroni has it archive', { timeout: 180_000 }, async () => {
    const place = mkdtempSync(join(folder, 'pgbackrest-'))
    makeCluster(place)
    const port = String(await freePort())
    const cluster = join(place, 'cluster')
    const file = join(place, 'pgbackrest.conf')
    writeFileSync(
      file,
      example('pgbackrest.conf', {
        '/srv/pgbackrest': join(place, 'repository'),
        'pg1-path=/var/lib/postgresql/15/capsule': `pg1-path=${cluster}\npg1-port=${port}\npg1-socket-path=${place}`,
        CHANGE: 'a key of this test',
      }),
    )
    const ours = `${commandOf('pgbackrest')} --config=${file} --lock-path=${place} --log-path=${place} --log-level-file=off`
    const archive = /# archive_command: '(.+)'/.exec(readFileSync('deploy/patroni.yml', 'utf8'))![1]!
    const settings = {
      port,
      archive_mode: 'on',
      archive_command: archive.replace('pgbackrest', ours),
      wal_level: 'replica',
    }
    const backrest = (words: string) =>
      execFileSync('sh', ['-c', `${ours} --stanza=capsule ${words}`], { ...whoever(), cwd: place, stdio: 'pipe' })

    let server = await startFarPostgres(place, 0, settings)
    await ask(server.url, 'create table letters (words text)', `insert into letters values ('before')`)
    backrest('stanza-create')
    backrest('--type=full backup')
    // pgBackRest counts in whole seconds.
    await later(2_000)
    const [moment] = await ask(server.url, 'select clock_timestamp()::text as at')
    await ask(server.url, `insert into letters values ('after')`, 'select pg_switch_wal()')
    await server.stop()
    rmSync(join(cluster, 'base'), { recursive: true })
    backrest(`restore --delta --type=time --target='${moment!.at}' --target-action=promote`)
    server = await startFarPostgres(place, 0, settings)
    expect(await ask(server.url, 'select words from letters')).toEqual([{ words: 'before' }])
    await server.stop()
  })

  /** The rows of the last statement. */
  async function ask(connectionString: string, ...statements: string[]): Promise<Record<string, string>[]> {
    const client = new pg.Client({ connectionString })
    await client.connect()
    try {
      let rows: Record<string, string>[] = []
      for (const statement of statements) ({ rows } = await client.query(statement))
      return rows
    } finally {
      await client.end()
    }
  }
})

describe('systemd', () => {
  it.skipIf(!pathOf('systemd-analyze'))('understands the unit', () => {
    const unit = join(folder, 'capsule.service')
    writeFileSync(unit, example('capsule.service', { '/usr/bin/node': process.execPath }))
    const { status, stderr } = spawnSync(pathOf('systemd-analyze')!, ['verify', unit], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })
})

const ROOT = process.getuid?.() === 0 && pathOf('unshare') && pathOf('setpriv')
describe.skipIf(!ROOT)('what the Containerfile leaves in its last stage', () => {
  const image = resolve('.cache', `image-${process.pid}`)
  afterAll(() => rmSync(image, { recursive: true, force: true }))

  it('is enough to run as nobody, on a root file system that cannot be written', { timeout: 120_000 }, async () => {
    mkdirSync(image, { recursive: true })
    execFileSync('cp', ['-al', '--parents', ...copiedByLastStage(), image])
    const data = mkdtempSync(join(folder, 'data-'))
    const within = `mount --bind "$IMAGE" "$IMAGE" && mount -o remount,bind,ro "$IMAGE" && cd "$IMAGE" &&
      ! touch written 2>/dev/null && chown 65534:65534 "$DATA_DIR" &&
      exec setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs "$NODE" ${entrypoint().join(' ')}`
    const child = spawn('unshare', ['--mount', 'sh', '-c', within], {
      env: {
        ...{ PATH: process.env.PATH, NODE: process.execPath, IMAGE: image, DATA_DIR: data, PORT: '0' },
        ...{ NODE_ENV: 'production', SMS_PROVIDER: 'off', MAIL_PROVIDER: 'off', WEIBO_NOTICES: 'off' },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.push(child)
    const url = await addressOf(child)
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ status: 'ok' })
  })

  const text = readFileSync('deploy/Containerfile', 'utf8')
  const entrypoint = (): string[] => JSON.parse(/^ENTRYPOINT (.+)$/m.exec(text)![1]!).slice(1)
  /** The copied files as paths of this checkout; of the packages only those that `npm prune --omit=dev` leaves. */
  function copiedByLastStage(): string[] {
    const names = [...text.matchAll(/^COPY --from=build \/app\/(\S+) /gm)].map(([, name]) => name!)
    return names.flatMap((name) => (name === 'node_modules' ? packagesWithoutDev() : [name]))
  }
  function packagesWithoutDev(): string[] {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
    const kept = Object.entries(packages).filter(([path, { dev, devOptional }]) => path && !dev && !devOptional)
    return kept
      .map(([path]) => path)
      .filter((path) => existsSync(path) && !/node_modules\/.*\/node_modules\//.test(path))
  }
})

type Lock = { packages: Record<string, { dev?: true; devOptional?: true }> }

describe('the examples', () => {
  it('are each named in their list, tried or not', () => {
    const list = readFileSync('deploy/README.md', 'utf8')
    const files = readdirSync('deploy', { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const names = files.map(({ name }) => name).filter((name) => name !== 'README.md')
    expect(names.length).toBeGreaterThan(8)
    expect(names.filter((name) => !new RegExp(`\\| \\[[^|]*${name.replaceAll('.', '\\.')}`).test(list))).toEqual([])
  })
})

const listen = (server: Server | TcpServer): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
