import { CODE } from '#contract/codes.ts'
import type { ProofWay } from '#contract/prove.ts'
import type { CallError } from './transport.ts'
import { makeListeners } from './ui/listeners.ts'

// A call that only the person themselves may make waits here until they have shown that it is them (readings 9).

/** What is asked for now: the ways there are, and what became of it. */
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
