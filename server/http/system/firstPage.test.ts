import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { withApp } from '#test/app.ts'

const webDir = mkdtempSync(join(tmpdir(), 'capsule-web-'))
writeFileSync(
  join(webDir, 'index.html'),
  '<html><meta property="og:image" content="/icon-512.png" /><p>时光</p></html>',
)
writeFileSync(join(webDir, 'index.html.br'), 'of another build')
for (const folder of ['assets', '.vite']) mkdirSync(join(webDir, folder))
writeFileSync(join(webDir, 'assets/page-1a2b.js'), 'page()')
writeFileSync(join(webDir, '.vite/manifest.json'), '{}')
const app = withApp({
  WEB_DIR: webDir,
  PUBLIC_URL: 'https://capsule.example.com/',
  ICP_NUMBER: '京ICP备2026000000号-1',
  CONTACT: 'hi@capsule.example.com',
  IOS_APP_URL: 'https://apps.apple.com/cn/app/id1',
})
afterAll(() => rmSync(webDir, { recursive: true }))

/** A plain GET, nothing unpacked. */
function get(path: string, headers: Record<string, string>) {
  return new Promise<{ status?: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    request(app.url + path, { headers }, async (response) => {
      const parts: Buffer[] = []
      for await (const part of response) parts.push(part as Buffer)
      resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) })
    })
      .on('error', reject)
      .end()
  })
}

it.each(['/', '/index.html', '/?from=timeline'])(
  '%s is the page, whose picture for others has the site’s own address',
  async (path) => {
    const { status, headers, body } = await get(path, {})
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' })
    expect(headers['content-security-policy']).toContain("default-src 'self'")
    expect(String(body)).toContain('content="https://capsule.example.com/icon-512.png"')
    expect(String(body)).toContain('时光')
  },
)

it('the page comes packed for those who can unpack it, and not again to those who have it', async () => {
  const plain = await get('/', {})
  const br = await get('/', { 'accept-encoding': 'gzip, deflate, br' })
  expect(br.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(br.body)).toEqual(plain.body)
  const gzip = await get('/', { 'accept-encoding': 'gzip' })
  expect(gunzipSync(gzip.body)).toEqual(plain.body)
  const again = await get('/', { 'if-none-match': String(plain.headers.etag) })
  expect([again.status, again.body.length]).toEqual([304, 0])
})

it('a file of the build is served, kept for a year', async () => {
  const { status, headers, body } = await get('/assets/page-1a2b.js', {})
  expect([status, String(body)]).toEqual([200, 'page()'])
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

it.each([
  '/.vite/manifest.json',
  '/%2evite/manifest.json',
  '/.vite/',
  '/assets/',
  '/assets',
  '/assets//',
  '//x',
  '//assets/page-1a2b.js',
  '/assets/..%2f.vite/manifest.json',
  '/nothing.js',
])('%s is nowhere', async (path) => {
  const { status, body } = await get(path, {})
  expect([status, String(body)]).toEqual([404, expect.stringContaining('"code"')])
})

it('systemInfo says of the site what its operator has set, and nothing else', async () => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${app.url}/api/systemInfo`, { method: 'POST', headers, body: '{}' })
  const { data } = (await answer.json()) as { data: { name: string; value: string }[] }
  expect(data.filter(({ name }) => !['version', 'providers'].includes(name))).toEqual([
    { name: 'icp', value: '京ICP备2026000000号-1' },
    { name: 'contact', value: 'hi@capsule.example.com' },
    { name: 'iosApp', value: 'https://apps.apple.com/cn/app/id1' },
  ])
})
