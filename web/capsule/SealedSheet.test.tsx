import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Card } from '#contract/capsule.ts'
import { formatChina } from '#contract/time.ts'
import { SealedSheet } from './SealedSheet.tsx'

const NOW = Date.UTC(2026, 10, 21, 12, 0, 0)
const HOUR_MS = 3_600_000

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

const card = (fields: Partial<Card>): Card => ({
  id: '3',
  type: 0,
  capsule: 0,
  content_type: 0,
  long_tag: '少年',
  status: 1,
  is_public: 0,
  is_lock: 0,
  open_time: formatChina(NOW + HOUR_MS),
  open_at: '',
  sealed_at: formatChina(NOW - HOUR_MS),
  created_at: '',
  updated_at: '',
  love_count: 0,
  colorIndex: 3,
  ...fields,
})

async function show(fields: Partial<Card>): Promise<void> {
  render(<SealedSheet card={card(fields)} open onOpenChange={() => {}} />)
  await screen.findByText('少年')
}

const PAST = { open_time: formatChina(NOW - 1_000) }

test.each([
  ['提前解封', { is_lock: 0 as const }],
  ['提交解封申请', { is_lock: 1 as const }],
  ['解封', { is_lock: 0 as const, ...PAST }],
  ['解封', { is_lock: 1 as const, ...PAST }],
  ['解封', { status: 4 }],
  ['审核中', { status: 3 }],
  ['解封', { status: 3, ...PAST }],
])('the button says %s for %o', async (label, fields) => {
  await show(fields)
  expect(screen.getByRole('button', { name: label })).toBeTruthy()
})

test('the button changes by itself when the open time comes', async () => {
  await show({ is_lock: 1, open_time: formatChina(NOW + 3_000) })
  expect(screen.getByRole('button', { name: '提交解封申请' })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  expect(screen.getByRole('button', { name: '解封' })).toBeTruthy()
})
