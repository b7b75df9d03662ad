import type { Output } from '#contract/calls.ts'
import { callKey } from '#web/client/api.ts'
import { cachedUser } from '#web/client/cachedUser.ts'
import { queryClient } from '#web/client/queryClient.ts'
import { clearToken } from '#web/client/session.ts'
import { forgetOwn } from '#web/client/storage/forget.ts'

/** The id of the person signed in here, as far as that was ever fetched. */
export const personHere = (): string | undefined =>
  (queryClient.getQueryData<Output<'userInfo'>>(callKey('userInfo', {})) ?? cachedUser())?.user.id

/** Signs out in this browser: token, remembered route, unfinished writing and all server data are gone. */
export function forgetPerson(): void {
  void forgetOwn(personHere())
  clearToken()
  queryClient.clear()
}
