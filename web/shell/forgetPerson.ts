import type { Output } from '#contract/calls.ts'
import { callKey } from '#web/api.ts'
import { dropPerson } from '#web/draft/autosave.ts'
import { clearDraft } from '#web/draft/draft.ts'
import { dropKeptDrafts } from '#web/draft/keptDrafts.ts'
import { dropWaiting } from '#web/draft/outbox.ts'
import { queryClient } from '#web/queryClient.ts'
import { clearToken, forgetRoute } from '#web/session.ts'

/** Who is signed in here, as far as that has been asked. */
export const personHere = (): string | undefined =>
  queryClient.getQueryData<Output<'userInfo'>>(callKey('userInfo', {}))?.user.id

/** Signs out in this browser: token, remembered route, what was being written and all server data are gone. */
export function forgetPerson(): void {
  const person = personHere()
  clearDraft()
  void dropPerson(person)
  if (person) void dropWaiting(person)
  if (person) void dropKeptDrafts(person)
  clearToken()
  forgetRoute()
  queryClient.clear()
}
