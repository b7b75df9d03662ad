// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { endPages, openPage, person, startPages } from '#test/page.tsx'
import { clearToken } from '#web/client/session.ts'
import { history } from '#web/ui/location.ts'

afterEach(endPages)

const agreement = { title: '隐私政策', version: '2026-11-21', content: '<h2>我们收集什么</h2><script>x</script>' }

it('the privacy policy is open to everybody, as rich text with its version', async () => {
  const server = startPages(person())
  clearToken()
  server.answer('userArgument', { code: 1000, data: { agreement } })
  const user = await openPage('/subPages/me/userProtocol', { type: '1' })
  await screen.findByRole('heading', { name: '我们收集什么' })
  expect(screen.getByRole('heading', { name: '隐私政策', level: 1 })).toBeTruthy()
  expect(screen.getByText('版本 2026-11-21')).toBeTruthy()
  expect(document.querySelector('article script')).toBeNull()
  expect(server.sent('userArgument')).toEqual([{ type: 1 }])
  await user.click(screen.getByRole('button', { name: '查看《用户协议》' }))
  await waitFor(() => expect(server.sent('userArgument')).toEqual([{ type: 1 }, { type: 0 }]))
  expect(history.location.search).toBe('?type=0')
  const ending = screen.getByRole('link', { name: '如果我们停止运营' })
  expect(ending.getAttribute('href')).toBe('#/pages/ending')
})

it('a text that did not come says so and can be asked for again', async () => {
  const server = startPages(person())
  server.answer('userArgument', { code: 5000, message: '服务器错误' })
  const user = await openPage('/subPages/me/userProtocol', { type: '1' })
  await screen.findByText('服务器错误')
  server.answer('userArgument', { code: 1000, data: { agreement } })
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByRole('heading', { name: '我们收集什么' })
})
