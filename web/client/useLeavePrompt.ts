import { useEffect, useEffectEvent } from 'react'
import { leaveQuestion } from '#web/ui/leaveQuestion.ts'
import { history } from '#web/ui/location.ts'
import { getToken } from './session.ts'

/**
 * Asks before the page is left, by any way out, while `shouldAsk` says so; `askUser` answers whether it may be left. Once
 * the sign-in is over nothing could be saved, so there is no question.
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
