import { apiDoors } from './apple/api.ts'
import { makeChains } from './apple/chain.ts'
import { makeDeveloper } from './apple/developer.ts'
import { makeStore } from './apple/store.ts'

/** The App Store: its server, and a hand for what happens on a telephone, where there is no page of ours to buy at. */
export function makeApple(now: () => number) {
  const developer = makeDeveloper(now)
  const chains = makeChains()
  const store = makeStore(developer, chains, now)
  const { buy, signed, notification, refund, reverseRefund } = store
  return {
    doors: apiDoors(developer, store, now),
    env: { ...developer.env, APPLE_ROOTS: chains.rootPem },
    hand: {
      /** Somebody buys in the application, which gets the transaction signed. */
      buy,
      /** Any other text, signed by Apple or by whom the lie says. */
      signed,
      /** The body's `signedPayload` about a purchase as it stands now. A true one is in the history from then on. */
      notification,
      refund,
      reverseRefund,
    },
  }
}
