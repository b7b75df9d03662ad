import { z } from 'zod'

export const FEED_ENDED = '日历订阅已停止'
/** A title that tells nobody what was sealed. */
export const EVENT_TITLE = '时光胶囊可以解封了'
/** The feed's name in calendar apps. */
export const FEED_NAME = '时光胶囊'

/** `url`: an address of ours that answers with `text/calendar`; good for some minutes. */
export const calendarEventOutput = z.object({ url: z.string() })
/** `url`: the private feed's address, '' while there is none. */
export const calendarFeedOutput = z.object({ url: z.string() })
