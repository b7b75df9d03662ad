import { expect, it } from 'vitest'
import { CONTACT_STATE, type ContactState, NOTICE_STATE, type NoticeState } from '#contract/notice.ts'
import { CONTACT_BADGE, NOTICE_BADGE } from './badges.ts'

it.each(Object.entries(CONTACT_STATE) as [ContactState, string][])('contacts say %s as %s', (state, word) => {
  expect(CONTACT_BADGE[state].word).toBe(word)
})

it.each(Object.entries(NOTICE_STATE) as [NoticeState, string][])('the log says %s as %s', (state, word) => {
  expect(NOTICE_BADGE[state].word).toBe(word)
})
