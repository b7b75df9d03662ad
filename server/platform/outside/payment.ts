/** Amounts in fen; `title` is what the payer reads, `expiresAt` when it can no longer be paid. */
export type Bill = {
  orderNo: string
  title: string
  fen: number
  expiresAt: Date
  /** `h5` in a telephone's browser, `scan` on a computer. */
  tradeType: 'h5' | 'scan'
  payerAddress: string
  /** Where the platform brings its news, and where it brings the payer back to. */
  notifyUrl: string
  returnUrl: string
}
export type Payment = { orderNo: string; transactionId: string; fen: number; paidAt: Date }
/** Money back to the payer: how much in all, known by our own number for it. */
export type Refund = { orderNo: string; refundNo: string; fen: number }

/** How an order stands at the platform. `unknown`: nobody has begun to pay it there. */
export type Standing = { is: 'open' | 'closed' | 'unknown' } | { is: 'paid'; payment: Payment }
/** A platform's notification, once its signature, application, merchant and currency were found to be right. */
export type News =
  | { is: 'paid'; payment: Payment }
  | { is: 'refunded'; refund: Refund }
  /** True, and nothing for the ledger. */
  | { is: 'other' }
/** Why news are false: nothing may follow from them but an alarm. */
export type Falsehood = 'signature' | 'application' | 'environment' | 'merchant' | 'currency' | 'late' | 'shape'
export class FalseNews extends Error {
  readonly why: Falsehood
  constructor(why: Falsehood, detail: string) {
    super(`${why}: ${detail}`)
    this.why = why
  }
}

/** One line of the platform's bill of a day (China). */
export type BillLine = { is: 'paid' | 'refunded'; orderNo: string; transactionId: string; fen: number }

/**
 * A platform that takes money for us. Every call has a time limit and can be repeated; PlatformAway when there is no usable
 * answer, PlatformRefused when it says no, FalseNews when an answer or a notification is not to be believed.
 */
export type PayPlatform = {
  /** An address to pay at. The same order begun again gives an address for the same payment. */
  begin: (bill: Bill) => Promise<string>
  ask: (orderNo: string) => Promise<Standing>
  /** Afterwards nobody can pay it any more; \`paid\` when somebody had. */
  close: (orderNo: string) => Promise<'closed' | 'paid'>
  refund: (refund: Refund & { totalFen: number; reason: string }) => Promise<void>
  readNews: (headers: Record<string, string | string[] | undefined>, body: Buffer) => News
  /** `day`: yyyy-mm-dd in China. */
  billOf: (day: string) => Promise<BillLine[]>
}
