import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { CAPTCHA_SENT, SLIDE_PASS_MINUTES } from '#contract/captcha.ts'
import { toastError, useSend } from '#web/client/api.ts'
import { Coming } from '#web/ui/Coming.tsx'
import { deviceNow } from '#web/ui/clock.ts'
import { onRoute } from '#web/ui/location.ts'
import { toast } from '#web/ui/toast.tsx'
import { type Countdown, useCountdown } from './useCountdown.ts'
import { whyNoCode } from './whyNoCode.ts'

/** A minute less than the server keeps the pass, so that the server seldom asks for the slider again. */
const PASS_KEPT_MS = (SLIDE_PASS_MINUTES - 1) * 60_000
export const REPEATED = '请勿重复操作'

export type Code = Countdown & {
  /** Sends a code to this number, after the slider where one is needed; `onSent` once the person may type it. */
  send: (tel: string, onSent?: () => void) => void
  busy: boolean
  /** The slider; the page renders it anywhere. */
  dialog: ReactNode
}
type CodeRequest = { id: number; tel: string; onSent: (() => void) | undefined }

const SlideDialog = lazy(() => import('./SlideDialog.tsx').then((loaded) => ({ default: loaded.SlideDialog })))

/** Sends verification codes, at most one in 60 seconds, and asks for the slider first. */
export function useCode(): Code {
  const { left, again, begin } = useCountdown()
  const [asked, setAsked] = useState<CodeRequest>()
  const passed = useRef<{ tel: string; at: number }>(undefined)
  const captcha = useSend('captcha', {
    quiet: true,
    onSuccess: () => {
      begin()
      toast(CAPTCHA_SENT)
    },
  })
  // The slider closes when its page is left, also when only the query changes.
  useEffect(() => onRoute(() => setAsked(undefined)), [])
  const busy = captcha.isPending || asked !== undefined

  function askForSlider(tel: string, onSent?: () => void) {
    passed.current = undefined
    setAsked({ id: deviceNow(), tel, onSent })
  }
  function send(tel: string, onSent?: () => void) {
    if (left > 0 || busy) return toast(REPEATED)
    if (!maySkipSlider(passed.current, tel)) return askForSlider(tel, onSent)
    captcha.mutate(
      { tel },
      {
        onSuccess: onSent,
        onError: (error) => (whyNoCode(error) === 'needed' ? askForSlider(tel, onSent) : toastError(error)),
      },
    )
  }

  const dialog = asked && (
    <Suspense fallback={<Coming as="card" onBack={undefined} />}>
      <SlideDialog
        key={asked.id}
        tel={asked.tel}
        onPassed={() => {
          passed.current = { tel: asked.tel, at: deviceNow() }
        }}
        onSent={begin}
        onGone={(codeSent) => {
          setAsked(undefined)
          // By then the dialog has given the focus back, so that `onSent` can move the focus on.
          if (codeSent) setTimeout(() => asked.onSent?.())
        }}
      />
    </Suspense>
  )
  return { send, left, busy, again, dialog }
}

function maySkipSlider(passed: { tel: string; at: number } | undefined, tel: string): boolean {
  return passed?.tel === tel && deviceNow() - passed.at < PASS_KEPT_MS
}
