import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chinaDay } from '#contract/time.ts'
import { withApp } from '#test/app.ts'
import { nextCheckpoint } from '#test/log.ts'
import { stampLog } from './stampLog.ts'

// The authority is OpenSSL's own, which also judges what it has stamped.
const run = promisify(execFile)
const app = withApp()
const TSA_CONF = `
oid_section = new_oids
[new_oids]
policy = 1.2.3.4.1
[tsa]
default_tsa = a
[a]
serial = SERIAL
signer_digest = sha256
default_policy = policy
digests = sha256
[req]
distinguished_name = name
[name]
[ext]
extendedKeyUsage = critical,timeStamping
`
let folder: string
let authority: Server
let asked = 0
/** Another file's stamp in place of what was asked. */
let lies = false

const openssl = (...args: string[]) => run('openssl', args, { cwd: folder })
const config = () => ({
  ...app.services.config,
  tsaUrl: `http://127.0.0.1:${(authority.address() as AddressInfo).port}/`,
})
const stampNow = (now = new Date()) => stampLog({ ...app.services, config: config(), now: () => now })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'capsule-tsa-'))
  await writeFile(join(folder, 'tsa.cnf'), TSA_CONF.replace('SERIAL', join(folder, 'serial')))
  const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'key.pem', '-out', 'cert.pem', '-days', '3650']
  await openssl('req', ...made, '-subj', '/CN=tsa', '-config', 'tsa.cnf', '-extensions', 'ext')
  authority = createServer(async (request, response) => {
    asked += 1
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    await writeFile(join(folder, 'query'), Buffer.concat(pieces))
    if (lies) await openssl('ts', '-query', '-data', 'tsa.cnf', '-sha256', '-out', 'query')
    const by = ['-signer', 'cert.pem', '-inkey', 'key.pem', '-section', 'a']
    await openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'query', ...by, '-out', 'reply')
    response.end(await readFile(join(folder, 'reply')))
  })
  await new Promise<void>((resolve) => authority.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  authority.close()
  await rm(folder, { recursive: true, force: true })
})

describe('a stamp of the log by others', () => {
  it('is asked for once a day, and is found good by their own program', async () => {
    await nextCheckpoint(app.services)
    await stampNow()
    await stampNow()
    expect(asked).toBe(1)
    const at = `${app.url}/log/stamps/${chinaDay(new Date())}`
    const note = await (await fetch(at)).text()
    expect(note).toBe(await (await fetch(`${app.url}/log/checkpoint`)).text())
    const response = await fetch(`${at}.tsr`)
    expect(response.headers.get('content-type')).toBe('application/timestamp-reply')
    await writeFile(join(folder, 'note'), note)
    await writeFile(join(folder, 'stamp.tsr'), Buffer.from(await response.arrayBuffer()))
    const verify = () => openssl('ts', '-verify', '-data', 'note', '-in', 'stamp.tsr', '-CAfile', 'cert.pem')
    expect((await verify()).stdout + (await verify()).stderr).toContain('Verification: OK')
    await writeFile(join(folder, 'note'), `${note} `)
    await expect(verify()).rejects.toThrow()
    expect((await fetch(`${app.url}/log/stamps/2020-01-01`)).status).toBe(404)
    expect((await fetch(`${app.url}/log/stamps/2026-02-31`)).status).toBe(404)
  })

  it('is not kept where it is of something else', async () => {
    lies = true
    const tomorrow = new Date(Date.now() + 24 * 3600_000)
    await expect(stampNow(tomorrow)).rejects.toThrow('does not stamp the checkpoint')
    expect((await fetch(`${app.url}/log/stamps/${chinaDay(tomorrow)}`)).status).toBe(404)
  })
})
