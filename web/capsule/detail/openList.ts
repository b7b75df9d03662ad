import type { Output } from '#contract/calls.ts'
import { HOME_PAGE_SIZE } from '#contract/limits.ts'
import { callKey } from '#web/client/api.ts'

type Answer = Output<'capsuleOpenList'>
/** A page by its number and, after the first, by where the one before ended. */
export type Place = { page: number; after?: string }
/** The capsules that the universe shows, the place of this page, and the place of the next one. */
export type Shown = Pick<Answer, 'capsules'> & { at: Place; following: Place }

export const OPEN_LIST = { pageSize: HOME_PAGE_SIZE }
/** The cache key of the capsules that the universe shows. */
export const OPEN_LIST_KEY = callKey('capsuleOpenList', OPEN_LIST)
export const FIRST: Place = { page: 1 }
