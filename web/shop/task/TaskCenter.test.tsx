// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Task } from '#contract/task.ts'
import { endPages, ok, openPage, person, startPages } from '#test/page.tsx'
import { history } from '#web/ui/location.ts'

afterEach(endPages)

const GIFT: Task = { id: 'gift', title: '领取新人礼包', text: '各六枚胶囊', done: 1, path: '/pages/home/home' }
const TEL: Task = { id: 'tel', title: '绑定手机号', text: '可以公开胶囊', done: 0, path: '/subPages/me/bindTel' }

async function tasks(...list: Task[]) {
  const server = startPages(person({ tel: '' }))
  server.answer('taskList', ok({ tasks: list }))
  return openPage('/subPages/me/taskCenter')
}

it('tasks say whether they are done, and lead to where they are', async () => {
  const user = await tasks(GIFT, TEL)
  await screen.findByRole('button', { name: /领取新人礼包.*已完成/ })
  expect(screen.getByText('已完成 1 / 2')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /绑定手机号.*去完成/ }))
  await waitFor(() => expect(history.location.pathname).toBe('/subPages/me/bindTel'))
})

it('no tasks: says so and leads home', async () => {
  await tasks()
  await screen.findByText('暂时没有任务~')
  expect(screen.getByRole('button', { name: '返回首页' })).toBeTruthy()
})
