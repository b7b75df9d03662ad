import { useState } from 'react'
import { focusWrong } from '#web/ui/focusWrong.ts'

/** The errors of a seal page, by the names of its fields in their order; shown once the person wants to go on. */
export function useWrong<Wrong extends Record<string, string | undefined>>(wrong: Wrong) {
  const [tried, setTried] = useState(false)
  return {
    shown: tried ? wrong : ({} as Partial<Wrong>),
    /** Whether nothing is wrong; otherwise takes the person to the first field that is. */
    isRight(form: HTMLFormElement): boolean {
      setTried(true)
      focusWrong(form, wrong)
      return !Object.values(wrong).some(Boolean)
    },
  }
}
