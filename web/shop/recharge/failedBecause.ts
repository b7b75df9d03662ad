const FAILED = '支付失败'

/** That a platform could not be paid at, in its own words where it has any (specification 8). */
export const failedBecause = (message: string | undefined): string => (message ? `${FAILED}：${message}` : FAILED)
