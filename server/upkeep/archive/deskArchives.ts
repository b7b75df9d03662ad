import type { OperatorContext } from '#server/platform/context.ts'
import { moment } from '#server/platform/db/moment.ts'
import { countArchives } from './count.ts'

/** How many archives people have asked for and how large they are: numbers alone, of all people together. */
export async function deskArchives(context: OperatorContext) {
  const { waiting, waitingSince, ready, readyBytes, failed } = await countArchives(context)
  return { waiting, waiting_since: moment(waitingSince), ready, bytes: readyBytes, failed }
}
