import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Detail } from '#contract/capsule.ts'
import { formatChina } from '#contract/time.ts'
import { Lock } from './Lock.tsx'

const QUESTION = '您的生肖是？'
const base: Detail = {
  id: '3',
  type: 0,
  capsule: 0,
  content_type: 0,
  long_tag: '少年',
  status: 1,
  is_public: 0,
  is_lock: 1,
  open_time: formatChina(Date.now() - 1_000),
  open_at: '',
  sealed_at: formatChina(Date.now() - 60_000),
  created_at: '',
  updated_at: '',
  love_count: 0,
  colorIndex: 3,
  revision: 1,
  user: { id: '7', nickname: '小满', avatar: '', sex: '', cancelled: 0 },
}
const unsealed: unknown[] = []

beforeEach(() => {
  unsealed.length = 0
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.endsWith('/questionList')) return json({ code: 1000, data: { questions: [QUESTION] } })
    if (!path.endsWith('/unseal')) return json({ code: 1000, data: { capsule: base, is_mine: 1, is_love: 0 } })
    const body = JSON.parse(String(init.body))
    unsealed.push(body)
    return json(
      body.key_answer[QUESTION] === '兔'
        ? { code: 1000, data: { capsule_id: '3' } }
        : { code: 2, message: '答案不正确' },
    )
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const json = (body: unknown) => new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } })

function show(capsule: Detail) {
  const onOpened = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Lock capsule={capsule} home={undefined} onOpened={onOpened} />
    </QueryClientProvider>,
  )
  return onOpened
}

test('a wrong answer leaves the fields as they are; the right one opens', async () => {
  const onOpened = show(base)
  const field = await screen.findByLabelText<HTMLInputElement>(QUESTION)
  const form = field.closest('form')
  if (!form) throw new Error('the question stands in no form')
  fireEvent.change(field, { target: { value: '虎' } })
  fireEvent.submit(form)
  await waitFor(() => expect(unsealed).toHaveLength(1))
  expect(onOpened).not.toHaveBeenCalled()
  expect(field.value).toBe('虎')

  fireEvent.change(field, { target: { value: '兔' } })
  await waitFor(() => expect(screen.getByRole('button', { name: '点击解封' }).getAttribute('aria-busy')).toBeNull())
  fireEvent.submit(form)
  await waitFor(() => expect(onOpened).toHaveBeenCalled())
  expect(unsealed[1]).toEqual({ capsule_id: '3', key_answer: { [QUESTION]: '兔' } })
})

test('nothing is sent while an answer is missing', async () => {
  show(base)
  const field = await screen.findByLabelText<HTMLInputElement>(QUESTION)
  if (field.form) fireEvent.submit(field.form)
  expect(unsealed).toEqual([])
})

test('before its time the capsule shows the time left and cannot be opened', () => {
  show({ ...base, open_time: formatChina(Date.now() + 3_600_000) })
  expect(screen.getByRole('timer')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '点击解封' })).toBeNull()
})
