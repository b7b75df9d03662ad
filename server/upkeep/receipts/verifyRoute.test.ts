import { expect, it } from 'vitest'
import { longDayText } from '#contract/time.ts'
import { VERIFY_TITLE, VERIFY_WAY } from '#contract/verifying.ts'
import { withApp } from '#test/app.ts'
import { get, newPerson, seal, textCapsule } from '#test/client.ts'
import { nextCheckpoint } from '#test/log.ts'

const SITE = 'https://capsule.test'
const app = withApp({ PUBLIC_URL: SITE })

async function read(path: string) {
  const answer = await fetch(app.url + path, { redirect: 'manual' })
  const html = await answer.text()
  const tags = [...html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)">/g)]
  const plain = html.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
  const leadsTo = /content="0; url=([^"]+)"/.exec(plain)?.[1]
  return { answer, html, leadsTo, tags: Object.fromEntries(tags.map(([, name, content]) => [name, content])) }
}

it('the address of 验证凭证 answers with a card, without JavaScript, and leads to the page', async () => {
  const { answer, html, leadsTo, tags } = await read('/verify')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(tags).toMatchObject({ 'og:title': VERIFY_TITLE, 'og:description': VERIFY_WAY, 'og:url': `${SITE}/verify` })
  expect(html).toContain(`<h1>${VERIFY_TITLE}</h1>`)
  expect(leadsTo).toBe('/#/pages/verify')
})

it('the card of a place in the log says its number, its day and the short form, and nothing of the capsule', async () => {
  const { token } = await newPerson(app.url)
  const capsule_id = await seal(app.url, token, textCapsule('<p>灯塔下的信</p>', { long_tag: '去年夏天的海' }))
  await nextCheckpoint(app.services)
  const { index } = await get(app.url, 'receipt', { capsule_id }, { token })
  const { at, commitment } = await get(app.url, 'logLine', { index: index! })
  const short = commitment.match(/.{4}/g)!.join(' ')
  const { html, leadsTo, tags } = await read(`/verify?i=${index}&l=1`)
  expect(tags['og:description']).toBe(`封存记录第 ${index} 号，${longDayText(at)}记入，短码 ${short}`)
  expect(leadsTo).toBe(`/#/pages/verify?i=${index}&l=1`)
  for (const secret of ['灯塔下的信', '去年夏天的海']) expect(html).not.toContain(secret)
  expect((await read('/verify?i=999999')).tags['og:description']).toBe(VERIFY_WAY)
})

it.each(['1.5', '-1', '1e3', '01', ' 1', '9999999999', '"><script>', '1&i=2'])(
  'a place that is not written in digits is kept nowhere: %s',
  async (i) => {
    const { leadsTo, html, tags } = await read(`/verify?i=${i === '1&i=2' ? i : encodeURIComponent(i)}`)
    expect(leadsTo).toBe('/#/pages/verify')
    expect(tags['og:description']).toBe(VERIFY_WAY)
    expect(html).not.toContain('<script')
  },
)
