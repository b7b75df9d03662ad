import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { example } from './examples.ts'
import { newest, whoever } from './farPostgres.ts'
import { freePort } from './freePort.ts'
import { ended } from './process.ts'

const PROGRAM = newest('/usr/sbin/pgbouncer /usr/bin/pgbouncer "$PWD"/.cache/pgbouncer/root/usr/sbin/pgbouncer')
/** Beside the program where it was unpacked and not installed. */
const LIBRARIES = newest('"$PWD"/.cache/pgbouncer/root/usr/lib/*-linux-gnu')

export const missingForPooler = (): string | undefined =>
  PROGRAM ? undefined : 'PgBouncer is not here: bash scripts/pgbouncer.sh'

type Role = { user: string; password: string }
/** `ignore`: startup parameters that it drops. `poolSize`: as deploy/pgbouncer.ini says, unless there are to be fewer. */
type More = { ignore?: string[]; poolSize?: number }

/** deploy/pgbouncer.ini before that server, on loopback alone. */
export async function startPooler(databaseUrl: string, { user, password }: Role, { ignore, poolSize = 40 }: More = {}) {
  const port = await freePort()
  const server = new URL(databaseUrl)
  const folder = mkdtempSync(join(tmpdir(), 'capsule-pooler-'))
  const users = join(folder, 'users.txt')
  const ini = join(folder, 'pgbouncer.ini')
  writeFileSync(users, `"${user}" "${password}"\n`)
  const own = {
    'capsule = host=127.0.0.1 port=5000 dbname=capsule': `* = host=${server.hostname} port=${server.port || 5432}`,
    'listen_port = 6432': `listen_port = ${port}\nunix_socket_dir =\nadmin_users = ${user}`,
    '/etc/pgbouncer/userlist.txt': users,
    'default_pool_size = 40': `default_pool_size = ${poolSize}`,
  }
  const dropped = ignore ? `ignore_startup_parameters = ${ignore.join(',')}\n` : ''
  writeFileSync(ini, example('pgbouncer.ini', own) + dropped)
  const who = whoever()
  for (const path of who.uid === undefined ? [] : [folder, users, ini]) chownSync(path, who.uid!, who.gid!)
  const env = { PATH: process.env.PATH, ...(LIBRARIES && { LD_LIBRARY_PATH: LIBRARIES }) }
  const child = spawn(PROGRAM!, [ini], { ...who, cwd: dirname(ini), env, stdio: 'ignore' })
  server.host = `127.0.0.1:${port}`
  server.username = user
  server.password = password
  const admin = new URL(server)
  admin.pathname = '/pgbouncer'
  await answered(admin.href)
  return {
    url: server.href,
    /** Gives up the connections it has, as the roles' settings are read when one begins. */
    reconnect: () => tell(admin.href, 'reconnect'),
    stop: async () => {
      child.kill('SIGKILL')
      await ended(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function tell(adminUrl: string, command: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(command)
  } finally {
    await client.end().catch(() => {})
  }
}

async function answered(adminUrl: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await tell(adminUrl, 'show version')
    } catch (error) {
      if (tries === 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
