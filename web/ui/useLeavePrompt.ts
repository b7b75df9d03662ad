import { useEffect, useEffectEvent } from 'react'
import { getToken } from '#web/session.ts'
import { leaveQuestion } from './leaveQuestion.ts'
import { history } from './location.ts'

/**
 * Asks before the page is left, by any way out, while `shouldAsk` says so; `askUser` answers whether it may be left. When
 * the sign-in is over nothing could be saved, and nobody is asked.
 */
export function useLeavePrompt(shouldAsk: () => boolean, askUser: () => Promise<boolean>): void {
  const asks = useEffectEvent(shouldAsk)
  const asked = useEffectEvent(askUser)
  useEffect(
    () =>
      history.block({
        blockerFn: async () => {
          if (!asks() || getToken() === undefined) return false
          leaveQuestion.asked = true
          return !(await asked().finally(() => {
            leaveQuestion.asked = false
          }))
        },
        enableBeforeUnload: () => asks(),
      }),
    [],
  )
}
