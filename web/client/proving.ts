import { CODE } from '#contract/codes.ts'
import type { ProofWay } from '#contract/prove.ts'
import { makeListeners } from '#web/ui/listeners.ts'
import type { CallError } from './transport.ts'

// A call that only the person themselves may make waits here until they have proved their identity (readings 9).

/** The proof that is asked for now: the ways to give it, and a callback for the result. */
export type Proving = { ways: readonly ProofWay[]; done: (proved: boolean) => void }

const { subscribe, notify } = makeListeners()
let asked: (Proving & { proved: Promise<boolean> }) | undefined

export { subscribe as onProving }
export const provingNow = (): Proving | undefined => asked

/** The ways to prove oneself, of a refusal that asks for it. */
export const waysOf = ({ code, data }: CallError): readonly ProofWay[] | undefined =>
  code === CODE.forbidden ? (data as { prove?: ProofWay[] } | undefined)?.prove : undefined

/** Asks the person, once for all calls that wait for it; whether they have proved themselves. */
export function prove(ways: readonly ProofWay[]): Promise<boolean> {
  if (asked) return asked.proved
  let answer = (_proved: boolean): void => undefined
  const proved = new Promise<boolean>((resolve) => {
    answer = resolve
  })
  const done = (yes: boolean) => {
    asked = undefined
    answer(yes)
    notify()
  }
  asked = { ways, done, proved }
  notify()
  return proved
}
