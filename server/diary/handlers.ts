import type { Handlers } from '#server/context.ts'
import { diaryEdit } from './diaryEdit.ts'
import { diaryCalendar, diaryList, diaryThisDay } from './lists.ts'

export const diaryHandlers = { diaryList, diaryCalendar, diaryThisDay, diaryEdit } satisfies Partial<Handlers>
