import { useRef, useState } from 'react'
import { AGREEMENT_VERSION, CONSENT_NEEDED } from '#contract/system.ts'
import { tab } from '#web/client/storage/storage.ts'
import { confirm } from '#web/ui/ask.tsx'

const AGREED = 'agreed'

export type Consent = {
  agreed: boolean
  agree: (agreed: boolean) => void
  /** Runs `action` once the person agrees: at once if the box is ticked, else after asking. */
  whenAgreed: (action: () => void, otherwise?: () => void) => Promise<void>
}

/** The person's consent to the agreements; it outlasts a visit to a platform, and ends with the sign-in or the tab. */
export function useConsent(): Consent {
  const [agreed, setAgreed] = useState(() => tab.getItem(AGREED) === AGREEMENT_VERSION)
  const asking = useRef(false)

  function agree(next: boolean) {
    if (next) tab.setItem(AGREED, AGREEMENT_VERSION)
    else forgetConsent()
    setAgreed(next)
  }
  async function whenAgreed(action: () => void, otherwise?: () => void) {
    if (agreed) return action()
    if (asking.current) return
    asking.current = true
    const yes = await confirm({ text: CONSENT_NEEDED, ok: '同意并继续', cancel: '不同意' })
    asking.current = false
    if (!yes) return otherwise?.()
    agree(true)
    action()
  }
  return { agreed, agree, whenAgreed }
}

/** The next person who signs in is asked again. */
export const forgetConsent = (): void => tab.removeItem(AGREED)
