import { describe, expect, it } from 'vitest'
import { addressOf } from '#contract/pages.ts'
import { SHARED_TITLE, sharedPath } from '#contract/share.ts'
import { LINK_GONE } from '#contract/unseal.ts'
import { withApp } from '#test/app.ts'
import { ask, get, newPerson, seal, textCapsule } from '#test/client.ts'
import { comeDue } from '#test/due.ts'

const SITE = 'https://capsule.test'
const app = withApp({ PUBLIC_URL: SITE, TRUST_PROXY: '1' })
const READERS = {
  wechat:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 MicroMessenger/8.0.50 NetType/WIFI',
  whatsapp: 'WhatsApp/2.23.20.0',
  twitter: 'Twitterbot/1.0',
  facebook: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  browser:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  curl: 'curl/8.5.0',
}
const SECRETS = ['去年夏天的海', '灯塔下的信', '只给自己', '一句说明', '木兰小姐']

async function shared() {
  const owner = await newPerson(app.url)
  const more = { long_tag: SECRETS[0], send_word: SECRETS[2], description: SECRETS[3] }
  const capsule_id = await seal(app.url, owner.token, textCapsule(`<p>${SECRETS[1]}</p>`, more))
  await comeDue(app.services, capsule_id)
  await get(app.url, 'unseal', { capsule_id }, owner)
  await get(app.url, 'userInfoUpdate', { nickname: SECRETS[4] }, owner)
  const { token } = await get(app.url, 'capsuleShare', { capsule_id }, owner)
  return { owner, capsule_id, token }
}

type From = { reader?: keyof typeof READERS; method?: string; address?: string }

async function read(path: string, { reader = 'browser', method = 'GET', address = '203.0.113.7' }: From = {}) {
  const headers = { 'user-agent': READERS[reader], accept: 'text/html', 'x-forwarded-for': address }
  const answer = await fetch(app.url + path, { method, redirect: 'manual', headers })
  const html = await answer.text()
  const tags = [...html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)">/g)]
  return { answer, html, tags: Object.fromEntries(tags.map(([, name, content]) => [name, content])) }
}
const plain = (text: string) => text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
const leadsTo = (html: string) => plain(/<meta http-equiv="refresh" content="0; url=([^"]+)">/.exec(html)?.[1] ?? '')
const linkIn = (html: string) => plain(/<a href="([^"]+)">/.exec(html)?.[1] ?? '')

describe('the address of a shared capsule', () => {
  it.each(Object.keys(READERS) as (keyof typeof READERS)[])(
    'answers with open-graph tags without JavaScript, and nothing of the content: %s',
    async (reader) => {
      const { token } = await shared()
      const { answer, html, tags } = await read(sharedPath(token), { reader })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(tags).toMatchObject({
        'og:title': SHARED_TITLE,
        'og:url': `${SITE}/s/${token}`,
        'og:image': `${SITE}/icon-512.png`,
        'twitter:card': 'summary',
        'twitter:title': SHARED_TITLE,
        robots: 'noindex, nofollow',
      })
      expect(tags['og:description']).toBeTruthy()
      expect(html).toContain(`<title>${SHARED_TITLE}</title>`)
      for (const secret of SECRETS) expect(html).not.toContain(secret)
      expect(html).not.toContain('<script')
    },
  )

  it('leads on by itself and by a link, with hide=1 where that is asked', async () => {
    const { token, capsule_id } = await shared()
    const page = `/#${addressOf('unseal', { id: capsule_id, token })}`
    for (const [query, to] of [
      ['', page],
      ['?hide=1', `${page}&hide=1`],
      ['?hide=0', page],
      ['?hide=1&hide=2', page],
      ['?from=timeline&hide=%22%3E%3Cb%3E', page],
    ] as const) {
      const { html } = await read(sharedPath(token) + query)
      expect([leadsTo(html), linkIn(html)], query).toEqual([to, to])
    }
  })

  it('is a secret: it is kept by nobody, found by no search, and told to no other site', async () => {
    const { token } = await shared()
    for (const path of [sharedPath(token), sharedPath(`x${token.slice(1)}`)]) {
      const { headers } = (await read(path)).answer
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
      expect(headers.get('content-security-policy')).toContain("script-src 'self'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect((await read(sharedPath(token), { method: 'HEAD' })).answer.status).toBe(200)
  })

  it('that was ended, was never there, or cannot be one answers alike', async () => {
    const { owner, token, capsule_id } = await shared()
    await get(app.url, 'capsuleUnshare', { capsule_id }, owner)
    const ended = await read(sharedPath(token))
    expect(ended.answer.status).toBe(404)
    expect(ended.html).toContain(LINK_GONE)
    expect(ended.html).not.toContain(SHARED_TITLE)
    expect([leadsTo(ended.html), linkIn(ended.html)]).toEqual(['', '/'])
    for (const wrong of ['x'.repeat(43), 'x', '%3Cscript%3E', `${token}%0A`, '%00', '..%2F..%2Fetc']) {
      const { answer, html } = await read(`/s/${wrong}`)
      expect([wrong, answer.status, html]).toEqual([wrong, 404, ended.html])
    }
    const again = await get(app.url, 'capsuleShare', { capsule_id }, owner)
    expect((await read(sharedPath(again.token))).answer.status).toBe(200)
    expect((await read(sharedPath(token))).answer.status).toBe(404)
  })

  it('is guessed at so often and no more, while those that are there are given from a full address too', async () => {
    const { token } = await shared()
    const address = '203.0.113.8'
    const guess = (_: unknown, at: number) => read(`/s/${String(at).padStart(43, 'x')}`, { address })
    const guesses = await Promise.all(Array.from({ length: 40 }, guess))
    const statuses = guesses.map(({ answer }) => answer.status)
    expect(statuses.filter((status) => status === 404)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    expect((await read(sharedPath(token), { address })).answer.status).toBe(200)
  })
})

it('the page it leads to shows the capsule to anyone who is not signed in', async () => {
  const { token } = await shared()
  const query = new URLSearchParams(leadsTo((await read(sharedPath(token))).html).split('?')[1])
  const { data, text } = await ask(app.url, 'capsuleDetail', {
    capsule_id: query.get('id')!,
    token: query.get('token')!,
  })
  expect(data!.capsule.long_tag).toBe(SECRETS[0])
  expect(text).not.toContain(SECRETS[2])
})
