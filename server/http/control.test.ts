import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { deriveKeys } from '#server/platform/keys/keys.ts'
import { withApp } from '#test/app.ts'
import { get, post } from '#test/client.ts'
import { readSecrets } from '#test/operator.ts'
import { CONTROL_PATH, type ControlCommand, proofOf } from './control.ts'

const app = withApp()
const A_MINUTE_MS = 60_000

/** A request to the running process, as its command line makes it; `proof` in place of the right one. */
async function asking(words: string[], { proof, headers = {}, ...more }: Partial<ControlCommand> & Proven = {}) {
  const asked = { at: Date.now(), nonce: randomUUID(), ...more, words }
  const authorization = `Bearer ${proof ?? proofOf(app.services.keys, asked)}`
  return post<{ said: string }>(app.url, CONTROL_PATH, JSON.stringify(asked), { authorization, ...headers })
}
type Proven = { proof?: string; headers?: Record<string, string> }

describe('the door for commands', () => {
  it('does what the command line asks with the master key, once', async () => {
    const nonce = randomUUID()
    const { data } = await asking(['operator', 'add', '值班'], { nonce })
    expect(readSecrets(data!.said).password).toHaveLength(20)
    expect(await asking(['operator', 'list'], { nonce })).toMatchObject({ code: CODE.tooManyTries })
    expect((await asking(['operator', 'list'])).data!.said).toContain('值班')
  })

  it('is not there for anyone who lacks the key, comes too late, or comes from elsewhere', async () => {
    const words = ['operator', 'list']
    const strangers = deriveKeys(Buffer.alloc(32, 9))
    const asked = { words, at: Date.now(), nonce: 'n' }
    const refused = [
      await asking(words, { proof: '' }),
      await asking(words, { proof: proofOf(strangers, asked), ...asked }),
      await asking(['operator', 'add', 'x'], { ...asked, proof: proofOf(app.services.keys, asked) }),
      await asking(words, { ...asked, file: 'x', proof: proofOf(app.services.keys, asked) }),
      await asking(words, { at: Date.now() - 2 * A_MINUTE_MS }),
      await asking(words, { at: Date.now() + 2 * A_MINUTE_MS }),
      await asking(words, { headers: { 'x-forwarded-for': '203.0.113.9' } }),
      await post(app.url, CONTROL_PATH, '{}'),
    ]
    const nowhere = await post(app.url, '/no/such', '{}')
    for (const { status, text } of refused) expect([status, text]).toEqual([404, nowhere.text])
  })

  it('says in a sentence what it does not know or cannot do', async () => {
    for (const words of [[], ['operator'], ['operator', 'fly'], ['constructor', ''], ['operator', 'add']]) {
      const { code, message } = await asking(words)
      expect([code, /\p{Script=Han}/u.test(message!)]).toEqual([CODE.refused, true])
    }
  })
})

describe('the command line', { timeout: 60_000 }, () => {
  const run = (env: Record<string, string>, ...words: string[]) =>
    promisify(execFile)(process.execPath, ['dist/server/cli.js', ...words], {
      env: { PATH: process.env.PATH, NODE_ENV: 'test', ...env },
    })
  const beside = () => ({
    DATA_DIR: app.dataDir,
    DATABASE_URL: app.databaseUrl ?? '',
    PORT: new URL(app.url).port,
  })

  it('adds an operator beside a running server, who can sign in there', async () => {
    const { stdout } = await run(beside(), 'operator', 'add', '小李')
    const { password, codeAt } = readSecrets(stdout)
    const signedIn = await get(app.url, 'reviewLogin', { name: '小李', password, totp: codeAt(Date.now()) })
    expect(signedIn.name).toBe('小李')
    expect((await run(beside(), 'operator', 'remove', '小李')).stdout).toContain('已移除')
  })

  it('ends with 1 and one sentence when it cannot', async () => {
    const again = run(beside(), 'operator', 'remove', '没有这个人')
    await expect(again).rejects.toMatchObject({ code: 1, stderr: '没有名叫「没有这个人」的审核员\n', stdout: '' })
  })

  it('opens the data folder itself where no server runs', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'capsule-cli-'))
    const { stdout } = await run({ DATA_DIR }, 'operator', 'add', '小赵')
    expect(readSecrets(stdout).password).toHaveLength(20)
    expect((await run({ DATA_DIR }, 'operator', 'list')).stdout).toMatch(/^小赵（.* 添加；.*）\n$/)
    await rm(DATA_DIR, { recursive: true, force: true })
  })

  it.skipIf(process.env.DATABASE_URL)('says where it looked when the server does not answer there', async () => {
    const elsewhere = run({ ...beside(), PORT: '9' }, 'operator', 'list')
    await expect(elsewhere).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('PORT') })
  })
})
