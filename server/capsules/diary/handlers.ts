import type { Handlers } from '#server/platform/context.ts'
import { deleteDiary, deletedDiaries, restoreDiary } from './deleteDiary.ts'
import { diaryEdit } from './diaryEdit.ts'
import { diaryCalendar, diaryList, diaryThisDay } from './lists.ts'

export const diaryHandlers = {
  diaryList,
  diaryCalendar,
  diaryThisDay,
  diaryEdit,
  deleteDiary,
  restoreDiary,
  deletedDiaries,
} satisfies Partial<Handlers>
