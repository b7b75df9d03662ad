import type { Output } from '#contract/calls.ts'
import { HOME_PAGE_SIZE } from '#contract/limits.ts'
import { callKey } from '#web/api.ts'

type Answer = Output<'capsuleOpenList'>
/** A page by its number and, after the first, by where the one before ended. */
export type Place = { page: number; after?: string }
/** What the universe shows, where that stands, and what is asked next. */
export type Shown = Pick<Answer, 'capsules'> & { at: Place; following: Place }

export const OPEN_LIST = { pageSize: HOME_PAGE_SIZE }
/** Where what the universe shows is kept. */
export const OPEN_LIST_KEY = callKey('capsuleOpenList', OPEN_LIST)
export const FIRST: Place = { page: 1 }
