import { z } from 'zod'
import { FalseNews } from '#server/platform/outside/payment.ts'
import { PLATFORM_TIMEOUT_MS } from '#server/platform/outside/platform.ts'
import type { AppleConfig } from '#server/platform/outside/settings/apple.ts'
import { appleCalls, Declined } from './calls.ts'
import { historyOf } from './history.ts'
import { type AppleNews, makeNewsReader } from './news.ts'
import { type Purchase, purchaseOf } from './purchase.ts'
import { makeVerifier } from './verify.ts'

/**
 * The App Store, where people pay in the iOS application. PlatformAway when it gives no usable answer, PlatformRefused when
 * it says no, FalseNews when something is not Apple's, or not about our application.
 */
export type AppStore = {
  /** From the application: a transaction as StoreKit 2 signs it (JWS). It stays true after its money went back: see `ask`. */
  readTransaction: (jws: string) => Promise<Purchase>
  /** From Apple: the `signedPayload` of a notification (version 2). */
  readNotification: (signedPayload: string) => Promise<AppleNews>
  /** How a purchase stands at Apple now; undefined when Apple does not know it. */
  ask: (transactionId: string) => Promise<Purchase | undefined>
  /** `day`: yyyy-mm-dd in China, within the last 180. The `signedPayload` of all that Apple sent or tried to send on it. */
  historyOf: (day: string) => Promise<string[]>
}

const TRANSACTIONS = '/inApps/v1/transactions/'
const NOT_FOUND = 4040010
const transactionAnswer = z.object({ signedTransactionInfo: z.string() })

/** `now` must be the real time: it is signed. */
export function makeAppStore(config: AppleConfig, now: () => Date, timeoutMs = PLATFORM_TIMEOUT_MS): AppStore {
  const verifier = makeVerifier(config)
  const ask = appleCalls(config, now, timeoutMs)
  const readTransaction = async (jws: string) => purchaseOf(await verifier.transaction(jws))
  const readNotification = makeNewsReader(verifier, readTransaction)
  return {
    readTransaction,
    readNotification,
    ask: async (transactionId) => {
      const path = TRANSACTIONS + encodeURIComponent(transactionId)
      const told = await unlessNotFound(() => ask({ method: 'GET', path, shape: transactionAnswer }))
      if (!told) return undefined
      const purchase = await readTransaction(told.signedTransactionInfo)
      if (purchase.transactionId !== transactionId) throw new FalseNews('shape', 'another transaction')
      return purchase
    },
    historyOf: (day) => historyOf(ask, day),
  }
}

/** The answer, or undefined when Apple says that there is no such thing. */
async function unlessNotFound<T>(asking: () => Promise<T>): Promise<T | undefined> {
  try {
    return await asking()
  } catch (error) {
    if (error instanceof Declined && error.code === NOT_FOUND) return undefined
    throw error
  }
}
