import { expect, it } from 'vitest'
import { withApp } from '#test/app.ts'

const app = withApp()
const TOKEN = `${'aZ09_-'.repeat(7)}x`

async function led(path: string) {
  const { status, headers } = await fetch(app.url + path, { redirect: 'manual' })
  return {
    status,
    location: headers.get('location'),
    cacheControl: headers.get('cache-control'),
    told: headers.get('referrer-policy'),
  }
}
const to = (location: string) => ({ status: 302, location, cacheControl: 'no-store', told: 'no-referrer' })

it('/u/{token} leads to the page of the link, /n/{token} to the one where a contact agrees', async () => {
  expect(await led(`/u/${TOKEN}`)).toEqual(to(`/#/unsealLink/${TOKEN}`))
  const short = TOKEN.slice(0, 12)
  expect(await led(`/n/${short}`)).toEqual(to(`/#/subPages/me/confirmContact?token=${short}`))
})

it('a link that an earlier version has sent leads on as it did', async () => {
  expect(await led(`/n/${TOKEN}`)).toEqual(to(`/#/subPages/me/confirmContact?token=${TOKEN}`))
})

it('what cannot be a token leads to the page that says so, and nowhere else', async () => {
  for (const wrong of [
    'x',
    `${TOKEN}x`,
    TOKEN.slice(1),
    `${TOKEN.slice(2)}%0A`,
    '..%2F..%2Fetc',
    '%3Cscript%3E',
    '//evil',
  ]) {
    expect(await led(`/u/${encodeURIComponent(wrong)}`), wrong).toEqual(to('/#/404'))
    expect((await led(`/n/${wrong.replaceAll('/', '%2F')}`)).location, wrong).toBe('/#/404')
  }
})

it('asks nobody whether there is such a link: it leads on while the database is away', async () => {
  const { db } = app.services
  app.services.db = undefined as never
  const answer = await led(`/u/${TOKEN}`).finally(() => {
    app.services.db = db
  })
  expect(answer).toEqual(to(`/#/unsealLink/${TOKEN}`))
})
