import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { endPages, ok, person, silence, startPages } from '#test/page.tsx'
import { queryClient } from '#web/client/queryClient.ts'
import { emptyDraft, type SealDraft, textContent } from '#web/draft/current/draft.ts'
import { Asks } from '#web/ui/ask.tsx'
import { useSaveDraft } from './useSaveDraft.ts'

afterEach(endPages)

const CHANGED = { code: 2 as const, message: '这份内容已在别处修改过', data: { changed: true } }
const saved = (revision: number) => ok({ capsule_id: '9', revision })

const Around = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    {children}
    <Asks />
  </QueryClientProvider>
)

function begin(draft: Partial<SealDraft>, type: SealDraft['type'] = 0) {
  const server = startPages(person())
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const { result } = renderHook(() => useSaveDraft({ ...emptyDraft('7', type), ...draft }), { wrapper: Around })
  const again = (text: string) => act(() => result.current.saveAgain(textContent(text)))
  return { server, user, result, again }
}
const press = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(await screen.findByRole('button', { name }))

it.each([
  [0, 'createTimeDraft'],
  [1, 'createDiaryDraft'],
  [2, 'createForecastDraft'],
] as const)('a draft of type %i is kept by %s', async (type, call) => {
  const { server, again } = begin({ long_tag: '少年' }, type)
  server.answer(call, saved(1))
  expect(await again('<p>雨</p>')).toBe(true)
  expect(server.sent(call)).toMatchObject([{ content: [{ content: '<p>雨</p>' }], long_tag: '少年' }])
})

it('what was saved is written over by the next saving, from where that one left it', async () => {
  const { server, again } = begin({ long_tag: '少年' })
  server.answer('createTimeDraft', saved(1))
  await again('<p>雨</p>')
  await again('<p>雪</p>')
  const [first, second] = server.sent('createTimeDraft')
  expect(first).toMatchObject({ draft_id: '' })
  expect(first).not.toHaveProperty('revision')
  expect(second).toMatchObject({ draft_id: '9', revision: 1 })
})

it('what was changed elsewhere is written over only when the person says so', async () => {
  const { server, user, result } = begin({ long_tag: '少年', draft_id: '9', revision: 3 })
  server.answer('createTimeDraft', CHANGED)
  let done = result.current.saveAgain(textContent('<p>雨</p>'))
  await screen.findByText('这份内容已在别处修改过，要用现在的内容覆盖吗？')
  await press(user, '取消')
  expect(await done).toBe(false)
  expect(server.sent('createTimeDraft')).toMatchObject([{ revision: 3 }])

  await waitFor(() => expect(screen.queryByText(/要用现在的内容覆盖吗/)).toBeNull())
  done = result.current.saveAgain(textContent('<p>雨</p>'))
  await screen.findByText('这份内容已在别处修改过，要用现在的内容覆盖吗？')
  server.answer('createTimeDraft', saved(8))
  await press(user, '覆盖')
  expect(await done).toBe(true)
  expect(server.sent('createTimeDraft')[2]).not.toHaveProperty('revision')
})

it('another refusal asks nothing', async () => {
  const { server, again } = begin({ long_tag: '少年', draft_id: '9', revision: 3 })
  server.answer('createTimeDraft', { code: 2, message: '草稿箱最多保存100份草稿，请先清理一些' })
  expect(await again('<p>雨</p>')).toBe(false)
  expect(screen.queryByText(/要用现在的内容覆盖吗/)).toBeNull()
})

it('what was changed since an answer was lost is written over what that one came to', async () => {
  const { server, again } = begin({ long_tag: '少年' })
  server.answer('createTimeDraft', saved(1))
  server.loseAnswer('createTimeDraft')
  expect(await again('<p>雨</p>')).toBe(false)
  expect(await again('<p>雪</p>')).toBe(true)
  const [first, same, then] = server.keys('createTimeDraft')
  expect(same).toBe(first)
  expect(then).not.toBe(first)
  expect(server.sent('createTimeDraft')[2]).toMatchObject({
    draft_id: '9',
    revision: 1,
    content: [{ content: '<p>雪</p>' }],
  })
})

it('the same once more after a lost answer is one saving', async () => {
  const { server, again } = begin({ long_tag: '少年' })
  server.answer('createTimeDraft', saved(1))
  server.loseAnswer('createTimeDraft')
  await again('<p>雨</p>')
  expect(await again('<p>雨</p>')).toBe(true)
  expect(server.sent('createTimeDraft')).toHaveLength(2)
})

it('while there is silence everything is one saving, and the last word counts', async () => {
  const { server, again } = begin({ long_tag: '少年' })
  server.answer('createTimeDraft', silence())
  await again('<p>雨</p>')
  await again('<p>雪</p>')
  server.answer('createTimeDraft', saved(1))
  expect(await again('<p>风</p>')).toBe(true)
  expect(new Set(server.keys('createTimeDraft')).size).toBe(1)
  expect(server.sent('createTimeDraft')[2]).toMatchObject({ draft_id: '', content: [{ content: '<p>风</p>' }] })
})

it('a refusal after a lost answer says nothing of what became of that: the key stays until it is saved', async () => {
  const { server, again } = begin({ long_tag: '少年', draft_id: '9', revision: 3 })
  server.answer('createTimeDraft', silence())
  await again('<p>雨</p>')
  server.answer('createTimeDraft', { code: 2, message: '草稿箱最多保存100份草稿，请先清理一些' })
  expect(await again('<p>雪</p>')).toBe(false)
  server.answer('createTimeDraft', saved(4))
  expect(await again('<p>雪</p>')).toBe(true)
  expect(await again('<p>风</p>')).toBe(true)
  const [first, refused, done, own] = server.keys('createTimeDraft')
  expect([refused, done]).toEqual([first, first])
  expect(own).not.toBe(first)
  expect(server.sent('createTimeDraft')[2]).toMatchObject({ draft_id: '9', revision: 3 })
})

it('what another page has saved under the same key is written over only when the person says so', async () => {
  const { server, user, result } = begin({ long_tag: '少年', key: 'shared' })
  server.answer('createTimeDraft', saved(1))
  const shared = { ...emptyDraft('7'), long_tag: '少年', key: 'shared' }
  const other = renderHook(() => useSaveDraft(shared), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  })
  expect(await act(() => other.result.current.saveAgain(textContent('<p>那一页</p>')))).toBe(true)
  let done = result.current.saveAgain(textContent('<p>这一页</p>'))
  await screen.findByText('这份内容之前已经保存过，要用现在的内容覆盖吗？')
  await press(user, '取消')
  expect(await done).toBe(false)
  await waitFor(() => expect(screen.queryByText(/要用现在的内容覆盖吗/)).toBeNull())
  // The next saving makes a draft of its own.
  done = result.current.saveAgain(textContent('<p>这一页</p>'))
  expect(await done).toBe(true)
  expect(server.sent('createTimeDraft')[2]).toMatchObject({ draft_id: '' })
})

it('a draft that is gone is kept as a new one the next time', async () => {
  const { server, again } = begin({ long_tag: '少年', draft_id: '9', revision: 3 })
  server.answer('createTimeDraft', { code: 1004, message: '内容不存在或已删除' })
  expect(await again('<p>雨</p>')).toBe(false)
  server.answer('createTimeDraft', saved(1))
  expect(await again('<p>雨</p>')).toBe(true)
  expect(server.sent('createTimeDraft')[1]).toMatchObject({ draft_id: '' })
  expect(server.sent('createTimeDraft')[1]).not.toHaveProperty('revision')
})
