import { call } from '#web/client/api.ts'
import { hasAutosaved } from '#web/draft/current/autosave.ts'
import { useDraftStore } from '#web/draft/current/draft.ts'
import { hasWaiting } from '#web/draft/offline/outbox.ts'
import { confirm } from '#web/ui/ask.tsx'
import { go } from '#web/ui/location.ts'
import { forgetPerson, personHere } from './forgetPerson.ts'

const SIGN_OUT = '确定退出登录吗？'
const UNSAVED = '还有没保存的内容，退出后将从本机删除'

/** Signs out here at once, after a question, whatever becomes of the call. */
export async function signOut(): Promise<void> {
  const person = personHere()
  const unsaved =
    useDraftStore.getState().draft !== undefined || (await hasAutosaved(person)) || (await hasWaiting(person))
  if (!(await confirm({ text: unsaved ? `${UNSAVED}。${SIGN_OUT}` : SIGN_OUT, danger: unsaved }))) return
  call('logout', {}).catch(() => undefined)
  forgetPerson()
  go('login', {}, { replace: true })
}
