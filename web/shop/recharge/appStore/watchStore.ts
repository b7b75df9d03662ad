import { call, callKey, readingFor } from '#web/client/api.ts'
import { storePlugin } from '#web/client/native.ts'
import { queryClient } from '#web/client/queryClient.ts'
import { getToken } from '#web/client/session.ts'
import { handOverLeft } from './handOver.ts'
import { isAnyLeft, paidOf, saveUncredited } from './paid.ts'

/** From the start of the application: hands over purchases left the last time, and those the store tells of later. */
export function watchStore(): void {
  storePlugin()?.addListener('transactionUpdated', (told) => {
    const paid = paidOf(told)
    if (paid) saveUncredited(paid)
    void handOverMine()
  })
  void handOverMine()
}

/** Makes no call while no purchase is left; without an answer the next occasion will do. */
async function handOverMine(): Promise<void> {
  if (!getToken() || !(await isAnyLeft())) return
  const mine = await queryClient
    .fetchQuery({ queryKey: callKey('userInfo', {}), queryFn: (asking) => call('userInfo', {}, readingFor(asking)) })
    .catch(() => undefined)
  if (mine) await handOverLeft(mine.user.apple_account_token)
}
