import { afterAll, expect, it } from 'vitest'
import { OAUTH_PURPOSES } from '#contract/oauth.ts'
import { PAGES } from '#contract/pages.ts'
import { startStandins } from '#standins/platforms.ts'
import { withApp } from '#test/app.ts'
import { get, newPerson } from '#test/client.ts'
import { travel } from '#test/trip.ts'

const platforms = await startStandins()
afterAll(() => platforms.close())
const app = withApp(platforms.env)

const pages: string[] = Object.values(PAGES)

it('anyone who comes back from a platform, and every task, leads to a page there is', async () => {
  const { token } = await newPerson(app.url, { gift: false })
  const { tasks } = await get(app.url, 'taskList', {}, { token })
  const returns = OAUTH_PURPOSES.map((purpose) =>
    travel(app.url, { provider: 'wechat', purpose, name: '去哪里', token }),
  )
  const named = [
    ...tasks.map(({ path }) => path.split('?')[0]!),
    ...(await Promise.all(returns)).map(({ page }) => page),
  ]
  expect(new Set(named).size).toBeGreaterThan(OAUTH_PURPOSES.length)
  expect(named.filter((path) => !pages.includes(path))).toEqual([])
  // The control: an address of no page would be found.
  expect(pages.length).toBeGreaterThan(20)
  expect(pages).not.toContain('/subPages/me/nowhere')
})
