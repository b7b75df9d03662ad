import type { Handlers } from '#server/platform/context.ts'
import { calendarEvent } from './calendarEvent.ts'
import { calendarFeed, endCalendarFeed, renewCalendarFeed } from './calendarFeed.ts'

export const calendarHandlers = {
  calendarEvent,
  calendarFeed,
  renewCalendarFeed,
  endCalendarFeed,
} satisfies Partial<Handlers>
