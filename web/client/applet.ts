/** Why a call of Alipay's did not succeed; a person who says no is a failure too. */
type Failure = { errorMessage?: string }

/** The part of Alipay's own bridge, `my`, that is used here. */
export type My = {
  getAuthCode(options: {
    scopes: 'auth_base'
    success: (answer: { authCode: string }) => void
    fail: (why: Failure) => void
  }): void
  tradePay(options: {
    tradeNO: string
    success: (answer: { resultCode: string }) => void
    fail: (why: Failure) => void
  }): void
}
declare global {
  interface Window {
    my?: Partial<My>
  }
}

/** Alipay's bridge, inside our mini-program there. Its web-view may give less of it: without these two, it is a browser. */
export const applet = (): My | undefined =>
  typeof window.my?.getAuthCode === 'function' && typeof window.my.tradePay === 'function'
    ? (window.my as My)
    : undefined
