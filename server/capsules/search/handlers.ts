import type { Handlers } from '#server/platform/context.ts'
import { capsuleSearch } from './capsuleSearch.ts'
import { ownSearch } from './ownSearch.ts'
import { deleteHistory, searchList } from './searchList.ts'
import { searchOwner } from './searchOwner.ts'

export const searchHandlers = {
  searchList,
  deleteHistory,
  capsuleSearch,
  searchOwner,
  ownSearch,
} satisfies Partial<Handlers>
