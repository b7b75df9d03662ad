import { describe, expect, it } from 'vitest'
import { missingApprovals, overdueBefore, reviewDeadline, whyNotReply } from './review.ts'
import { addDays, parseChina } from './time.ts'

const at = (text: string): Date => parseChina(text)!

describe('an application is answered within 5 working days', () => {
  it.each([
    ['on a Monday', '2026-11-16 09:00', '2026-11-24 00:00'],
    ['late on a Monday', '2026-11-16 23:59:59', '2026-11-24 00:00'],
    ['on a Friday', '2026-11-20 12:00', '2026-11-28 00:00'],
    ['on a Saturday', '2026-11-21 12:00', '2026-11-28 00:00'],
    ['on a Sunday', '2026-11-22 12:00', '2026-11-28 00:00'],
  ])('made %s', (_when, made, until) => {
    expect(reviewDeadline(at(made))).toEqual(at(until))
  })

  it('and counts as overdue from then on, whenever one looks', () => {
    for (let hour = 0; hour < 24 * 15; hour++) {
      const now = addDays(at('2026-11-16 00:00'), hour / 24)
      const before = overdueBefore(now)
      expect(reviewDeadline(new Date(before.getTime() - 1)) <= now, `one made before, at ${now}`).toBe(true)
      expect(reviewDeadline(before) > now, `one made then, at ${now}`).toBe(true)
    }
  })
})

it('one operator approves a capsule that may be opened early, two a locked one', () => {
  expect([0, 1].map((approvals) => missingApprovals(0, approvals))).toEqual([1, 0])
  expect([0, 1, 2].map((approvals) => missingApprovals(1, approvals))).toEqual([2, 1, 0])
})

it('a rejection says why, and no reply is longer than 500 characters', () => {
  expect(whyNotReply(' ', 0)).toBe('拒绝时请写明答复')
  expect(whyNotReply('', 1)).toBeUndefined()
  expect(whyNotReply('😀'.repeat(500), 0)).toBeUndefined()
  expect(whyNotReply('字'.repeat(501), 1)).toBe('答复不能超过500字')
})
