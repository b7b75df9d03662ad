import { flagOf } from '#server/core/flagOf.ts'
import type { OperatorContext } from '#server/platform/context.ts'
import { showLog } from './commands.ts'
import { stateOfLog } from './stateOfLog.ts'

/** How the log of receipts stands, as the command line says it. */
export async function deskLog(context: OperatorContext) {
  const { state } = await stateOfLog(context)
  return { text: await showLog(context), signs: flagOf(state === 'signing') }
}
