import type { Services } from '#server/platform/context.ts'
import { databaseIdentity } from '#server/platform/db/databaseIdentity.ts'
import type { LogRow } from './currentLog.ts'

/** Where a log is signed: in one database, and under one address, since a copy of the database's own files has its numbers. */
export type LogPlace = { database: string; host: string }

export async function placeHere({ config, db }: Pick<Services, 'config' | 'db'>): Promise<LogPlace> {
  const host = config.publicUrl ? new URL(config.publicUrl).host : ''
  return { database: await databaseIdentity(config, db), host }
}

/** As a row keeps it. */
export const placeText = ({ database, host }: LogPlace): string => `${database} at ${host || '-'}`

/**
 * Whether a log is to be signed here. A place from before addresses were kept is the same database's under the address that is the
 * log's name.
 */
export function isHere({ place, origin }: Pick<LogRow, 'place' | 'origin'>, here: LogPlace): boolean {
  if (place === placeText(here)) return true
  return place === here.database && (here.host === '' || origin.startsWith(`${here.host}/`))
}
