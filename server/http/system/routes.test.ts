import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import { inlineScripts, securityHeaders } from '#server/http/securityHeaders.ts'
import { withApp } from '#test/app.ts'
import { newCode, newTel } from '#test/client.ts'

const app = withApp()

/** The status of a plain GET with headers of our choosing; `fetch` would not let us set Host. */
function statusOf(path: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(app.url + path, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
}

describe('the development outbox', () => {
  it('shows the messages of a number, newest first, to this machine', async () => {
    const tel = newTel()
    await newCode(app.url, tel)
    const [message] = (await (await fetch(`${app.url}/dev/outbox?to=${tel}`)).json()) as Record<string, unknown>[]
    expect(message).toMatchObject({ channel: 'sms', to: tel, template: 'code' })
    expect(message!.text).toContain((message!.params as { code: string }).code)
  })

  it('is closed to a forwarded request and to a foreign Host header', async () => {
    expect(await statusOf('/dev/outbox')).toBe(200)
    expect(await statusOf('/dev/outbox', { 'x-forwarded-for': '10.0.0.1' })).toBe(404)
    expect(await statusOf('/dev/outbox', { host: 'capsule.example.com' })).toBe(404)
  })
})

it('an address that is no address gets the envelope', async () => {
  const answer = await fetch(`${app.url}/%zz`)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ code: 1001 })
})

it('takes of the scripts in the page of HTML those that the build has put there, by their hash', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'capsule-page-'))
  const file = join(folder, 'index.html')
  await writeFile(file, '<html><script src="/a.js"></script><script>first()</script></html>')
  const hash = createHash('sha256').update('first()').digest('base64')
  expect(inlineScripts(file)).toEqual([`'sha256-${hash}'`])
  expect(securityHeaders({ production: false, mediaOrigins: [], scripts: inlineScripts(file) })).toMatchObject({
    'content-security-policy': expect.stringContaining(`script-src 'self' 'sha256-${hash}';`),
  })
  expect(inlineScripts(join(folder, 'none.html'))).toEqual([])
  await rm(folder, { recursive: true })
})

describe('the process', () => {
  it('says at /health that it can serve, and gives figures to this machine only', async () => {
    expect(await statusOf('/health')).toBe(200)
    expect(await statusOf('/metrics')).toBe(200)
    expect(await statusOf('/metrics', { 'x-forwarded-for': '8.8.8.8' })).toBe(404)
    expect(await statusOf('/dev/outbox', { 'x-forwarded-proto': 'https' })).toBe(404)
    expect(await statusOf('/metrics', { host: 'capsule.example.com' })).toBe(404)
  })

  it('answers calls with what means something for JSON: not sniffed, not embedded, running and loading nothing', async () => {
    for (const { path } of [calls.systemInfo, calls.userInfo]) {
      const { headers } = await fetch(app.url + path, { method: 'POST' })
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'")
    }
  })

  it('sends pages and answers with a content security policy without inline script', async () => {
    const policy = (await fetch(`${app.url}/health`)).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy.split(';').find((part) => part.trim().startsWith('script-src'))).not.toContain('unsafe')
  })
})
