import { randomInt, randomUUID } from 'node:crypto'
import type { ChainLie, makeChains } from './chain.ts'
import type { Developer } from './developer.ts'
import { signedBy, type Told } from './jws.ts'

/** Faults to put into a signed text; none unless stated. */
export type Lie = { alg?: 'none'; chain?: ChainLie; edit?: (payload: Told) => Told }
/** Price in thousandths; anything else stands in the transaction as it is. */
export type Purchase = {
  productId: string
  accountToken?: string
  price?: number
  currency?: string
  quantity?: number
  [field: string]: unknown
}
/** Fields that are to differ: of the notification, of its data, of the transaction within. */
export type NotificationWish = Lie & { over?: Told; data?: Told; transaction?: Told }
type Sent = { at: number; signedPayload: string }

const ENVIRONMENT = 'Production'
/** Long enough that no number comes twice, in a database that outlives us. */
const newTransactionId = (): string => `2000${String(randomInt(10 ** 11)).padStart(11, '0')}`

export type Store = ReturnType<typeof makeStore>

/** The purchases, and the notifications written about them. */
export function makeStore({ app }: Developer, { chain }: ReturnType<typeof makeChains>, now: () => number) {
  const transactions = new Map<string, Told>()
  const sent: Sent[] = []

  const existing = (transactionId: string): Told => {
    const told = transactions.get(transactionId)
    if (!told) throw new Error(`nobody has bought ${transactionId}`)
    return told
  }
  /** Any payload; signed now unless it says when. */
  const signed = (payload: Told, { chain: lie, ...signing }: Lie = {}): string =>
    signedBy(chain(lie), { signedDate: now(), ...payload }, signing)
  const signedTransaction = (transactionId: string): string | undefined => {
    const told = transactions.get(transactionId)
    return told && signed(told)
  }

  const buy = ({ productId, accountToken, price = 6000, currency = 'CNY', quantity = 1, ...over }: Purchase) => {
    const id = newTransactionId()
    const told: Told = {
      transactionId: id,
      originalTransactionId: id,
      bundleId: app.bundleId,
      productId,
      purchaseDate: now(),
      originalPurchaseDate: now(),
      quantity,
      type: 'Consumable',
      ...(accountToken === undefined ? {} : { appAccountToken: accountToken }),
      inAppOwnershipType: 'PURCHASED',
      environment: ENVIRONMENT,
      transactionReason: 'PURCHASE',
      storefront: 'CHN',
      storefrontId: '143465',
      price,
      currency,
      ...over,
    }
    const transactionId = String(told.transactionId)
    transactions.set(transactionId, told)
    return { transactionId, jws: signed(told) }
  }

  const notification = (type: string, transactionId: string, wish: NotificationWish = {}): string => {
    const { over, data, transaction, ...lie } = wish
    const at = now()
    const payload = {
      notificationType: type,
      notificationUUID: randomUUID(),
      version: '2.0',
      data: {
        appAppleId: app.appId,
        bundleId: app.bundleId,
        bundleVersion: '1',
        environment: ENVIRONMENT,
        signedTransactionInfo: signed({ ...existing(transactionId), ...transaction }),
        ...data,
      },
      ...over,
    }
    const signedPayload = signed(payload, lie)
    const isTrue = !data && !transaction && Object.keys(lie).length === 0
    if (isTrue) sent.push({ at, signedPayload })
    return signedPayload
  }

  return {
    buy,
    signed,
    notification,
    signedTransaction,
    /** From then on every answer says that the money went back. */
    refund: (transactionId: string): void => {
      Object.assign(existing(transactionId), { revocationDate: now(), revocationReason: 0 })
    },
    /** The refund is taken back: the money is ours again. */
    reverseRefund: (transactionId: string): void => {
      const { revocationDate: _, revocationReason: __, ...told } = existing(transactionId)
      transactions.set(transactionId, told)
    },
    /** The latest first; times in milliseconds, the end not included. */
    sentBetween: (start: number, end: number): Sent[] => sent.filter(({ at }) => at >= start && at < end).toReversed(),
  }
}
