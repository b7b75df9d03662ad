import { call, callKey } from '#web/api.ts'
import { storePlugin } from '#web/native.ts'
import { queryClient } from '#web/queryClient.ts'
import { getToken } from '#web/session.ts'
import { handOverLeft } from './handOver.ts'
import { isAnyLeft, keepPaid, paidOf } from './paid.ts'

/** From the start of the application: hands over what was left the last time, and what the store tells of later. */
export function watchStore(): void {
  storePlugin()?.addListener('transactionUpdated', (told) => {
    const paid = paidOf(told)
    if (paid) keepPaid(paid)
    void handOverMine()
  })
  void handOverMine()
}

/** Nobody is asked about while nothing is left; without an answer the next occasion will do. */
async function handOverMine(): Promise<void> {
  if (!getToken() || !(await isAnyLeft())) return
  const mine = await queryClient
    .fetchQuery({ queryKey: callKey('userInfo', {}), queryFn: () => call('userInfo', {}) })
    .catch(() => undefined)
  if (mine) await handOverLeft(mine.user.apple_account_token)
}
