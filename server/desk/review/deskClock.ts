import type { Parsed } from '#contract/calls.ts'
import { flagOf } from '#server/core/flagOf.ts'
import { confirmClock, holdClock, showClock } from '#server/platform/clock/commands.ts'
import { recentLosses } from '#server/platform/clock/losses.ts'
import type { OperatorContext } from '#server/platform/context.ts'
import { noteAct } from './acts.ts'

/** How the clock stands, as the command line says it. */
export const deskClock = async (context: OperatorContext) => answerOf(context, await showClock(context))

export async function deskClockSet(context: OperatorContext, { act }: Parsed<'deskClockSet'>) {
  const text = await (act === 'confirm' ? confirmClock(context) : holdClock(context))
  await noteAct(context.db, { operatorId: context.operator.operatorId, kind: 'clock', target: '', act })
  return answerOf(context, text)
}

const answerOf = async ({ clock, db }: OperatorContext, text: string) => ({
  text,
  held: flagOf(clock.held() !== undefined),
  restored: flagOf(clock.holds().includes('restored')),
  waits: flagOf(clock.held() !== undefined || clock.unconfirmed()),
  lost: (await recentLosses(db)).find(({ writings }) => writings)?.writings ?? 0,
})
