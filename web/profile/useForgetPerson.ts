import { useQueryClient } from '@tanstack/react-query'
import type { Output } from '#contract/calls.ts'
import { callKey } from '#web/api.ts'
import { dropPerson } from '#web/draft/autosave.ts'
import { clearDraft } from '#web/draft/draft.ts'
import { dropKeptDrafts } from '#web/draft/keptDrafts.ts'
import { dropWaiting } from '#web/draft/outbox.ts'
import { clearToken, forgetRoute } from '#web/session.ts'

/** Signs out in this browser: token, remembered route, what was being written and all server data are gone. */
export function useForgetPerson(): () => void {
  const client = useQueryClient()
  return () => {
    const person = client.getQueryData<Output<'userInfo'>>(callKey('userInfo', {}))?.user.id
    clearDraft()
    void dropPerson(person)
    if (person) void dropWaiting(person)
    if (person) void dropKeptDrafts(person)
    clearToken()
    forgetRoute()
    client.clear()
  }
}
