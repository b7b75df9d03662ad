import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import { expect, it } from 'vitest'
import { STATUS } from '#contract/capsule.ts'
import { CODE } from '#contract/codes.ts'
import { APP_VERSION } from '#contract/system.ts'
import { withApp } from '#test/app.ts'
import { inSeconds, newPerson, PASSWORD } from '#test/client.ts'

const app = withApp()
const root = join(import.meta.dirname, '../../..')
const client = join(root, 'test/openapi/client.ts')
type Client = {
  tenCalls: (...args: [url: string, tel: string, password: string, open_time: string]) => Promise<object>
}

it('a client generated from /api/openapi.json compiles, refuses wrong calls, and makes ten right ones', async () => {
  const document = await (await fetch(`${app.url}/api/openapi.json`)).text()
  // A field with a default need not be sent.
  const types = astToString(await openapiTS(document, { defaultNonNullable: false }))
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, 'dist/openapi.d.ts'), types)
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const checked = spawnSync(process.execPath, [tsc, '-p', 'test/openapi'], { cwd: root, encoding: 'utf8' })
  expect(checked).toMatchObject({ status: 0, stdout: '' })

  // By a name that the compiler does not follow: it has the types only now.
  const { tenCalls } = (await import(client)) as Client
  const { tel } = await newPerson(app.url)
  expect(await tenCalls(app.url, tel, PASSWORD, inSeconds(3600))).toEqual({
    version: APP_VERSION,
    nickname: '小满',
    sealedAs: STATUS.sealed,
    closed: [true],
    sealed: 1,
    prices: ['6.00', '18.00', '60.00', '600.00'],
    after: CODE.tokenEnded,
  })
})
