import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCluster, missingForOwnPostgres, newest } from './farPostgres.ts'
import { blocksOf, type Kind, PAGE, unproven } from './operatePage.ts'
import { THOROUGH } from './thorough.ts'

describe('what docs/operate.md tells to type', () => {
  it('stands in blocks that are run, or is marked as not run', () => {
    expect(unproven(readFileSync(PAGE, 'utf8'))).toEqual([])
  })

  it('is found where it is neither', () => {
    expect(unproven('```sh\nrm -r /\n```\n')).toEqual(['sh'])
    expect(unproven('Type `capsule clock confirm`.\n')).toEqual(['capsule clock confirm'])
    expect(unproven('Type `capsule clock confirm`.\n```sh clock\ncapsule clock confirm\n```\n')).toEqual([])
  })
})

const WITHIN = { timeout: 300_000 }
const lacks = whyNot()
if (THOROUGH && lacks) console.error(`OPERATE.MD NOT RUN: ${lacks}`)

/** The folders of a machine on which nothing of ours is yet, its ports and its processes, apart from this one's. */
describe.skipIf(!THOROUGH || lacks)('the commands of docs/operate.md, on an empty machine', WITHIN, () => {
  let machine: Machine
  const typed = async (kind: Kind): Promise<string> => {
    let said = ''
    for (const block of blocksOf(kind)) said += await machine.run(block)
    return said
  }
  beforeAll(() => {
    machine = startMachine()
  }, 60_000)
  afterAll(() => machine.stop())

  it('start it the first time, with an operator, sheets of the key, a proven backup and a drill', async () => {
    const said = await typed('first-start')
    expect(said).toContain('"status":"ok"')
    expect(said).toMatch(/密码|验证器/)
    expect(said).toContain('备份完成并已验证')
    expect(said).toContain('恢复完成')
    expect(said).toContain('数据库完好')
  })

  it('let the service write where its settings say, and nowhere else', async () => {
    const inService = 'nsenter --target $(cat /run/capsule.pid) --mount runuser -u capsule --'
    for (const place of ['/var/lib/capsule', '/var/backups/capsule', '/tmp'])
      await machine.run(`${inService} sh -c 'touch ${place}/tried && rm ${place}/tried'`)
    for (const place of ['/srv/capsule', '/etc', '/var/backups'])
      await expect(
        machine.run(`nsenter --target $(cat /run/capsule.pid) --mount touch ${place}/tried`),
      ).rejects.toThrow('Read-only')
  })

  it('work beside the running service, as its user', async () => {
    const said = await typed('anywhere')
    expect(said).toContain('一切正常')
    expect(said).toContain('站长')
    expect(await machine.run('find /var/lib/capsule /var/backups/capsule -not -user capsule')).toMatch(/^\s*$/)
  })

  it('show the clock and confirm it', async () => {
    expect(await typed('clock')).toContain('一切正常')
  })

  it('restore in its place, held until somebody confirms', async () => {
    const said = await typed('restore')
    expect(said).toContain('恢复完成')
    expect(said).toContain('之间写下的内容')
    expect(said).toMatch(/一切正常/)
    expect(await machine.run('find /var/lib/capsule -not -user capsule')).toMatch(/^\s*$/)
  })

  it('bring a new release', async () => {
    expect(await typed('release')).toContain('"status":"ok"')
  })

  it('rotate the master key', async () => {
    const said = await typed('rotate')
    expect(said).toContain('"status":"ok"')
    expect(said).toContain('第 3 张，共 3 张')
    expect(await machine.run('capsule verify')).toContain('数据库完好')
  })

  it('move it to a PostgreSQL server, and upgrade there', async () => {
    const said = await typed('server')
    expect(said).toContain('已搬到')
    expect(said).toContain('数据库完好')
    expect(said).toContain('UTF8')
  })
})

function whyNot(): string | undefined {
  if (process.platform !== 'linux' || process.getuid!() !== 0) return 'it needs root'
  try {
    execFileSync('unshare', ['--mount', '--net', '--pid', '--fork', 'mount', '-t', 'tmpfs', 'tmpfs', '/srv'])
  } catch {
    return 'it needs namespaces of its own'
  }
  return missingForOwnPostgres()
}

type Machine = { run: (block: string) => Promise<string>; stop: () => void }

/** A shell in the machine: runs a block and answers its output with errors, thrown as a whole where a line fails. */
function startMachine(): Machine {
  const folder = mkdtempSync(join(tmpdir(), 'capsule-operate-'))
  execFileSync('chmod', ['755', folder])
  makeCluster(folder)
  writeFileSync(join(folder, 'machine.sh'), machineScript(folder))
  const words = ['--mount', '--net', '--pid', '--fork', '--mount-proc', '--kill-child']
  const shell = spawn('unshare', [...words, 'bash', join(folder, 'machine.sh')], {
    stdio: 'pipe',
    env: { LANG: 'C.UTF-8' },
  })
  let gone = (_why: Error) => {}
  shell.once('exit', () => gone(new Error('the machine went')))
  return {
    run: (block) =>
      new Promise((resolve, reject) => {
        gone = reject
        runIn(shell, block).then(resolve, reject)
      }),
    stop: () => {
      shell.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function runIn(shell: ChildProcess, block: string): Promise<string> {
  const end = `ended-${crypto.randomUUID()}`
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (chunk: Buffer) => {
      said += String(chunk)
      const found = new RegExp(`^${end} (\\d+)\\n`, 'm').exec(said)
      if (!found) return
      shell.stdout!.off('data', hear)
      const text = said.slice(0, found.index)
      if (found[1] === '0') resolve(text)
      else reject(new Error(`${block}\n${text}`))
    }
    shell.stdout!.on('data', hear)
    shell.stdin!.write(`(set -e\n${block}\n) 2>&1 < /dev/null; ended=$?; echo; echo ${end} $ended\n`)
  })
}

/**
 * Folders that are written over the machine's own, a network of its own, a PostgreSQL server at its usual address, and
 * `systemctl` for our unit alone: as whom, with which settings, where it may write and what it starts, as the unit says.
 */
const machineScript = (folder: string): string => `
set -e
mount -t tmpfs tmpfs /srv
mount -t tmpfs tmpfs /run
mkdir -p /srv/capsule /srv/over /srv/bin /var/backups
for place in /etc /var/lib /var/backups /usr/local; do
  mkdir -p /srv/over$place/upper /srv/over$place/work
  mount -t overlay overlay -o lowerdir=$place,upperdir=/srv/over$place/upper,workdir=/srv/over$place/work $place
done
mount --bind ${process.cwd()} /srv/capsule
ip link set lo up
install -d -o postgres /run/postgresql
runuser -u postgres -- ${newest('/usr/lib/postgresql/*/bin/postgres')} -D ${folder}/cluster -k /run/postgresql -c fsync=off > /run/postgres.log 2>&1 &
cat > /srv/bin/systemctl <<'S'
${SYSTEMCTL}
S
chmod 755 /srv/bin/systemctl
export PATH=/srv/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
exec 2>&1
exec bash --norc
`

const SYSTEMCTL = `#!/bin/bash
set -e
unit=/etc/systemd/system/capsule.service
says() { sed -n "s/^$1=//p" $unit; }
stop() {
  [ -e /run/capsule.pid ] || return 0
  pid=$(cat /run/capsule.pid); kill -TERM $pid 2>/dev/null || true
  while kill -0 $pid 2>/dev/null; do sleep 0.1; done
  rm /run/capsule.pid
}
start() {
  set -a; . $(says EnvironmentFile); set +a
  install -d -o $(says User) -m 0500 /run/credentials
  install -o $(says User) -m 0400 /etc/capsule/master.key /run/credentials/master.key
  for setting in $(says Environment | sed s,%d,/run/credentials,g); do export "$setting"; done
  cd $(says WorkingDirectory)
  setsid unshare --mount bash -ec '
    for place in $0; do mount --bind "$place" "$place"; done
    for place in / /etc /var/lib /var/backups /usr/local /srv /srv/capsule; do mount -o remount,bind,ro "$place"; done
    mount -t tmpfs tmpfs /tmp
    exec "$@"' "/var/lib/$(says StateDirectory) $(says ReadWritePaths | tr -d -)" \
    setpriv --reuid=$(says User) --regid=$(says Group) --init-groups --no-new-privs $(says ExecStart) > /run/capsule.log 2>&1 < /dev/null &
  echo $! > /run/capsule.pid
}
case "$*" in
  daemon-reload) ;;
  'start capsule' | 'enable --now capsule') start ;;
  'stop capsule') stop ;;
  'restart capsule') stop; start ;;
  *) echo "not of this machine: systemctl $*"; exit 1 ;;
esac`
