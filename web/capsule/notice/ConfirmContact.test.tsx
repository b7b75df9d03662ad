import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Answer, endPages, ok, openPage, type StandIn, startPages } from '#test/page.tsx'
import { history } from '#web/ui/location.ts'

const WRONG = { code: 1004 as const, message: '链接已失效' }
let server: StandIn

beforeEach(() => {
  server = startPages()
  server.answer('contactAsker', ok({ who: '林夕（138****0000）' }))
})
afterEach(endPages)

const open = (token = 'abc') => openPage('/subPages/me/confirmContact', { token })
const button = (name: string) => screen.findByRole('button', { name })

it('a stranger reads what it means and agrees; nothing is sent before', async () => {
  const user = await open()
  await screen.findByText('林夕（138****0000）把你设为一枚时光胶囊的联系人')
  await screen.findByText('到解封时间我们会通知你，内容不会出现在通知里。')
  expect(server.asked()).toEqual(['contactAsker'])
  await user.click(await button('确认接收'))
  const answer = await screen.findByRole('heading', { name: '已确认，到时我们会通知你' })
  expect(document.activeElement).toBe(answer)
  expect(server.sent('confirmContact')).toEqual([{ token: 'abc' }])
})

it('who asks cannot be learnt just now: one may answer all the same', async () => {
  server.answer('contactAsker', { code: 5000, message: '服务器错误' })
  const user = await open()
  await screen.findByText('有人把你设为一枚时光胶囊的联系人')
  await user.click(await button('确认接收'))
  await screen.findByText('已确认，到时我们会通知你')
})

it('a link that is none any more says so before anything is pressed', async () => {
  server.answer('contactAsker', WRONG)
  await open()
  await screen.findByText('链接已失效')
  expect(screen.queryByRole('button', { name: '确认接收' })).toBeNull()
})

it('who wants to hear nothing is asked once, and can take it back', async () => {
  const user = await open()
  await user.click(await button('不再接收'))
  const question = within(await screen.findByRole('alertdialog'))
  question.getByText(/不再向你发送任何通知/)
  expect(server.asked()).toEqual(['contactAsker'])
  await user.click(question.getByRole('button', { name: '不再接收' }))
  await screen.findByText('已停止，你不会再收到时光胶囊的通知')
  expect(server.sent('stopContact')).toEqual([{ token: 'abc' }])
  await user.click(await button('确认接收'))
  await screen.findByText('已确认，到时我们会通知你')
})

it('who thinks better of it has said nothing', async () => {
  const user = await open()
  await user.click(await button('不再接收'))
  await user.click(await button('取消'))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(server.asked()).toEqual(['contactAsker'])
  await screen.findByText('林夕（138****0000）把你设为一枚时光胶囊的联系人')
})

it('a link that is none says so and leads home', async () => {
  const user = await open('')
  await screen.findByText('链接已失效')
  await user.click(await button('返回首页'))
  expect(history.location.pathname).toBe('/')
})

it('a link that is none any more says so when it is used', async () => {
  server.answer('confirmContact', WRONG)
  const user = await open()
  await user.click(await button('确认接收'))
  await screen.findByText('链接已失效')
  expect(screen.queryByRole('button', { name: '确认接收' })).toBeNull()
})

it('any other failure is told, and the answer can be given again', async () => {
  server.answer('confirmContact', { code: 5000, message: '服务器错误' })
  const user = await open()
  await user.click(await button('确认接收'))
  await screen.findByText('服务器错误')
  await screen.findByText('林夕（138****0000）把你设为一枚时光胶囊的联系人')
})

it('while one answer is on its way no other can be given', async () => {
  let arrive = (_answer: Answer<'confirmContact'>) => {}
  server.answer('confirmContact', new Promise<Answer<'confirmContact'>>((resolve) => (arrive = resolve)))
  const user = await open()
  await user.click(await button('确认接收'))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: '不再接收' }).getAttribute('aria-disabled')).toBe('true'),
  )
  arrive(ok({}))
  await screen.findByText('已确认，到时我们会通知你')
})
