import { applet, type My } from '#web/client/applet.ts'
import { toast } from '#web/ui/toast.tsx'
import { failedBecause } from './failedBecause.ts'

/** Outcomes by Alipay's codes; all other codes are failures. 8000 and 6004: the outcome is not known yet. */
export const ENDS: Record<string, 'watch' | 'cancelled'> = {
  '9000': 'watch',
  '8000': 'watch',
  '6004': 'watch',
  '6001': 'cancelled',
}

/**
 * Opens Alipay's own cashier over the page. Whatever it ends with, the order is watched like any other: only our server says
 * that it is paid.
 */
export async function payInApplet(tradeNO: string, onCancel: () => void): Promise<void> {
  const end = ENDS[await resultOf(tradeNO)]
  if (end === 'cancelled') onCancel()
  if (!end) toast(failedBecause(undefined))
}

/** The code for which our server learns who the buyer is at Alipay; throws in Alipay's own words. */
export const authCode = (): Promise<string> =>
  asked((my, resolve, reject) =>
    my.getAuthCode({
      scopes: 'auth_base',
      success: (answer) => resolve(answer.authCode),
      fail: ({ errorMessage }) => reject(new Error(errorMessage)),
    }),
  )

const resultOf = (tradeNO: string): Promise<string> =>
  asked((my, resolve) =>
    my.tradePay({ tradeNO, success: ({ resultCode }) => resolve(resultCode), fail: () => resolve('') }),
  )

type Settle<T> = (value: T) => void

function asked(ask: (my: My, resolve: Settle<string>, reject: Settle<Error>) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const my = applet()
    if (my) ask(my, resolve, reject)
    else reject(new Error(''))
  })
}
