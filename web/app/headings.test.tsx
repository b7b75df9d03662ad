// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { formatChina } from '#contract/time.ts'
import { endPages, openPage, person, startPages } from '#test/page.tsx'
import { clearDraft, emptyDraft, keepDraft } from '#web/draft/current/draft.ts'
import { history } from '#web/ui/location.ts'
import { routes } from './routes.tsx'

const addressOf = (path: string) => path.replace(/\$\w+/, 'the-token')

afterEach(() => {
  clearDraft()
  endPages()
})

it.each(routes.map(({ path, guard }) => [addressOf(path), guard] as const))('%s has one h1', async (path, guard) => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  startPages(guard === 'signedOut' ? undefined : person())
  // The seal pages need a draft that is ready to be sealed.
  if (path.includes('/seal/')) keepDraft(ready())
  await openPage(path, { id: '3', user_id: '8', url: '/m/1' })
  await waitFor(() => expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1))
  expect(history.location.pathname).toBe(path)
})

const ready = () => ({
  ...emptyDraft('7'),
  content: [{ type: 0 as const, content: '<p>雨</p>', comment: '' }],
  unsealDate: formatChina(Date.now() + 86_400_000),
  key_answer: [{ question: '您的生肖是？', answer: '兔' }],
  contact: { tel: '13800000000' },
})
