import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { autosave, autosavedOf, sessionKey } from '#web/draft/current/autosave.ts'
import { emptyDraft, keepDraft, useDraftStore } from '#web/draft/current/draft.ts'
import { forgetDraft } from './forgetDraft.ts'

const typed = (document: string) => autosave({ key: sessionKey('7', document, 'tab'), value: '<p>海边</p>', at: 0 })

it('a draft that is gone takes along what was typed into it and what was to be sealed of it', async () => {
  await typed('diary:42')
  keepDraft({ ...emptyDraft('7', 1), draft_id: '42' })
  forgetDraft('7', { id: '42', type: 1 })
  await expect.poll(() => autosavedOf('7', 'diary:42')).toEqual([])
  expect(useDraftStore.getState().draft).toBeUndefined()
})

it('what came from no draft takes nothing along: other new texts stay', async () => {
  await typed('diary:new')
  keepDraft(emptyDraft('7', 1))
  forgetDraft('7', { id: '', type: 1 })
  // Longer than dropping would take.
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await autosavedOf('7', 'diary:new')).toHaveLength(1)
  expect(useDraftStore.getState().draft).toBeDefined()
})
