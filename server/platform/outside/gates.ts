import { CODE } from '#contract/codes.ts'
import { PLATFORMS, type Platform, platformStill } from '#contract/platforms.ts'
import { makeKeyedLimit } from '#server/core/concurrency/keyedLimit.ts'
import { Fail } from '#server/core/fail.ts'
import type { Metrics } from '#server/core/metrics.ts'
import { type Breaker, makeBreaker } from './breaker.ts'
import { FalseNews } from './payment.ts'
import { PlatformAway, PlatformRefused, PlatformSilent } from './platform.ts'

/** How many calls may wait for a platform at once. */
type Most = { all: number; ofPerson: number; atAddress: number }
const USUAL: Most = { all: 24, ofPerson: 2, atAddress: 8 }
const UNUSUAL: Partial<Record<Platform, Most>> = {
  // Asked about each picture, many times a call, and by people who work in two windows: its answers take milliseconds.
  bucket: { all: 24, ofPerson: 8, atAddress: 16 },
}

/** `address`: none for the developer's own machine, which is no crowd. */
type Who = { person: number | undefined; address: string | undefined }
type Ask<T> = () => Promise<T>
/** Lets a call wait for a platform; throws GateShut when it may not. `isSilent`: answers that count as silence. */
export type WaitFor = <T>(platform: Platform, ask: Ask<T>, isSilent?: (answer: T) => boolean) => Promise<T>
/** A caller of platforms: a call for a person waits at the gate. Jobs, commands and news to us are not counted, and have none. */
export type Waiter = { waitFor?: WaitFor; stepAside?: <T>(ask: Ask<T>) => Promise<T> }

/** 503 for this call alone: `silent` when the platform is, `full` when too many wait for it already. */
export class GateShut extends Fail {
  readonly why: 'silent' | 'full'
  constructor(platform: Platform, why: 'silent' | 'full') {
    super(CODE.fault, platformStill(platform), { status: 503 })
    this.why = why
  }
}

export type Gates = ReturnType<typeof makeGates>

/** A gate to each platform that is not ours: so many places, and a breaker. Of this process, as the places at its door are. */
export function makeGates({ platformWaiting, platformRefused }: Metrics) {
  const enter = makeKeyedLimit()
  const breakers = Object.fromEntries(PLATFORMS.map((name) => [name, makeBreaker()])) as Record<Platform, Breaker>

  function takePlace(platform: Platform, { person, address }: Who): () => void {
    const { all, ofPerson, atAddress } = UNUSUAL[platform] ?? USUAL
    const refusal = () => new GateShut(platform, 'full')
    if (!breakers[platform].mayAsk()) throw new GateShut(platform, 'silent')
    const leave = enter([
      { crowd: platform, most: all, refusal },
      ...(person === undefined ? [] : [{ crowd: `${platform} of ${person}`, most: ofPerson, refusal }]),
      ...(address === undefined ? [] : [{ crowd: `${platform} at ${address}`, most: atAddress, refusal }]),
    ])
    breakers[platform].asks()
    platformWaiting.inc({ platform })
    return () => {
      leave()
      platformWaiting.dec({ platform })
    }
  }

  function placeOrRefusal(platform: Platform, who: Who): () => void {
    try {
      return takePlace(platform, who)
    } catch (error) {
      platformRefused.inc({ platform, why: (error as GateShut).why })
      throw error
    }
  }

  return {
    /** The platforms that are now asked only by one call every five seconds. */
    silent: (): Platform[] => PLATFORMS.filter((platform) => breakers[platform].isOpen()),
    async pass<T>(platform: Platform, who: Who, ask: Ask<T>, isSilent?: (answer: T) => boolean): Promise<T> {
      const leave = placeOrRefusal(platform, who)
      const breaker = breakers[platform]
      try {
        const answer = await ask()
        breaker[isSilent?.(answer) ? 'silent' : 'answered']()
        return answer
      } catch (error) {
        breaker[heardIn(error)]()
        throw error
      } finally {
        leave()
      }
    },
  }
}

/** Whether the platform answered, judged by an error. A refusal of ours says nothing, unless it stands for one of theirs. */
function heardIn(error: unknown): 'silent' | 'answered' | 'unasked' {
  const said = error instanceof Fail ? error.cause : error
  if (said instanceof PlatformSilent) return 'silent'
  const isAnswer = [PlatformAway, PlatformRefused, FalseNews].some((kind) => said instanceof kind)
  return isAnswer ? 'answered' : 'unasked'
}

/** Asks a platform, at its gate where there is one. Never inside a transaction: others wait for its rows. */
export const atGate = <T>(
  { waitFor }: Waiter,
  platform: Platform,
  ask: Ask<T>,
  isSilent?: (answer: T) => boolean,
): Promise<T> => (waitFor ? waitFor(platform, ask, isSilent) : ask())

/** Asks for news to us and for payments being settled: without a place at the door, and not counted. */
export const uncounted = <T>({ stepAside }: Waiter, ask: Ask<T>): Promise<T> => (stepAside ? stepAside(ask) : ask())
