/** `YYYY-MM-DD HH:mm:ss`: the session's zone is China time, so the database's text only needs cutting. */
export const moment = (text: string | null): string => text?.slice(0, 19) ?? ''
