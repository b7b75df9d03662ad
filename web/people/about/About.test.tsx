// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { APP_VERSION, type SiteFact } from '#contract/system.ts'
import { endPages, ok, openPage, person, startPages } from '#test/page.tsx'
import { here } from '#web/ui/location.ts'

afterEach(endPages)

async function about(facts: Partial<Record<SiteFact, string>> = {}, { stranger = false } = {}) {
  const server = startPages(stranger ? undefined : person())
  const rows = Object.entries(facts).map(([name, value]) => ({ name: name as SiteFact, value }))
  server.answer('systemInfo', ok([{ name: 'version' as const, value: APP_VERSION }, ...rows]))
  const user = await openPage('/subPages/me/about')
  await screen.findByRole('heading', { name: '关于', level: 1 })
  return { server, user }
}

it('关于 stands in the settings and tells the version, the filing numbers and how to reach us', async () => {
  await about({
    icp: '京ICP备2026000000号-1',
    police: '京公网安备11000002000001号',
    holder: '某公司',
    contact: 'hi@capsule.cn',
  })
  expect(screen.getByText('版本 1.0.4 (108)')).toBeTruthy()
  const contact = await screen.findByRole('link', { name: /联系我们/ })
  expect(contact.getAttribute('href')).toBe('mailto:hi@capsule.cn')
  for (const line of ['京ICP备2026000000号-1', '京公网安备11000002000001号']) screen.getByRole('link', { name: line })
  expect(screen.getByText(/某公司$/)).toBeTruthy()
  endPages()
  startPages(person())
  const user = await openPage('/subPages/me/setting')
  await user.click(await screen.findByRole('button', { name: '关于' }))
  await waitFor(() => expect(here()).toBe('/subPages/me/about'))
})

it('关于 leads to both agreements, to the licences of others, and to feedback for anyone who is signed in', async () => {
  const { user } = await about()
  expect(screen.getByRole('link', { name: '开源许可' }).getAttribute('href')).toBe('/licenses.html')
  await user.click(screen.getByRole('button', { name: '意见反馈' }))
  await waitFor(() => expect(here()).toBe('/subPages/me/feedback'))
  endPages()
  await about({ contact: 'hi@capsule.cn' }, { stranger: true })
  await screen.findByRole('link', { name: /联系我们/ })
  expect(screen.queryByRole('button', { name: '意见反馈' })).toBeNull()
  endPages()
  const stranger = await about({}, { stranger: true })
  expect(screen.queryByRole('button', { name: '意见反馈' })).toBeNull()
  expect(screen.queryByText('联系我们')).toBeNull()
  await stranger.user.click(screen.getByRole('button', { name: '隐私政策' }))
  await waitFor(() => expect(here()).toBe('/subPages/me/userProtocol?type=1'))
})

it('a contact that is a web address is a link to it; other words are said as they are', async () => {
  await about({ contact: 'https://capsule.cn/help' })
  const link = await screen.findByRole('link', { name: /联系我们/ })
  expect(link.getAttribute('href')).toBe('https://capsule.cn/help')
  endPages()
  await about({ contact: '微信公众号：时光胶囊' })
  expect(await screen.findByText('微信公众号：时光胶囊')).toBeTruthy()
  expect(within(screen.getByRole('region', { name: '怎样找到我们' })).queryByRole('link')).toBeNull()
})
