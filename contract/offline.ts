export const OFFLINE_TITLE = '离线可读'
export const COPY_MARK = '离线副本'
export const NOT_KEPT = '不在离线副本里，联网后可看'

/** The months whose diaries a copy has, this one included; the opened capsules; how wide a picture is; how much, and how long. */
export const COPY = {
  months: 3,
  capsules: 50,
  lookPx: 1280,
  bytes: 50 * 1024 * 1024,
  days: 30,
} as const
