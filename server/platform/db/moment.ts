/** `YYYY-MM-DD HH:mm:ss`: the session's zone is China time, so the database's text only needs cutting. */
export const moment = (text: string | null): string => text?.slice(0, 19) ?? ''

/** `YYYY-MM-DD` of the same. */
export const dayIn = (text: string): string => text.slice(0, 10)
