import { useEffect, useEffectEvent, useState } from 'react'
import { CAPTCHA_SENT, SLIDE_ALIGN } from '#contract/captcha.ts'
import { CODE, SIGN_IN_OVER } from '#contract/codes.ts'
import { useCall, useSend } from '#web/client/api.ts'
import type { CallError } from '#web/client/transport.ts'
import { vibrate } from '#web/client/vibration.ts'
import { newKey } from '#web/ui/newKey.ts'
import { whyNoCode } from './whyNoCode.ts'

const FAILED = '请求失败，请稍后再试'
/** A puzzle is loaded when it is asked for, and never by itself. */
const ON_DEMAND = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const
/** A missed piece is seen while it shakes; then the next puzzle comes. */
export const SHAKE_MS = 450
const PASSED_SHOWN_MS = 700

/** The words about the last try; `missed` is the puzzle it ended. */
type Note = { text: string; missed?: number }
type State = 'loading' | 'broken' | 'sliding' | 'verifying' | 'passed'
type Image = 'master' | 'piece'
type Ends = {
  /** The slider was passed. */
  onPassed: () => void
  /** The code is on its way. */
  onSent: () => void
  /** The dialog is over, and says these words. */
  onOver: (words: string | undefined) => void
}

/** One puzzle after the other until one is solved. Lengths are pixels of the master image. */
export function useSlide(tel: string, { onPassed, onSent, onOver }: Ends) {
  const [pk_id] = useState(newKey)
  const [x, setX] = useState(0)
  const [note, setNote] = useState<Note>()
  const [loaded, setLoaded] = useState<Partial<Record<Image, number>>>({})
  const [brokenAt, setBrokenAt] = useState<number>()
  const puzzle = useCall('createSlideCode', { pk_id }, ON_DEMAND)
  const { data: slide, dataUpdatedAt: time, isFetching, error } = puzzle
  const verify = useSend('verifySlideCode', { quiet: true, onSuccess: passed })
  const missed = note?.missed !== undefined
  const broken = brokenAt === time
  const drawn = !broken && loaded.master === time && loaded.piece === time
  const busy = isFetching || verify.isPending || verify.isSuccess
  const movable = drawn && !busy && note?.missed !== time
  const most = slide ? slide.width - slide.piece_width : 0

  function passed() {
    vibrate()
    onPassed()
    onSent()
  }
  function renew() {
    setX(0)
    void puzzle.refetch()
  }
  /** Moves the piece; returns the place where it stands then. */
  function moveTo(wanted: number): number {
    if (!movable) return x
    const to = Math.min(Math.max(wanted, 0), most)
    setX(to)
    setNote(undefined)
    return to
  }
  function submit(at = x) {
    if (!movable) return
    const x_value = Math.round(at)
    if (x_value === 0) return setNote({ text: SLIDE_ALIGN })
    const onSuccess = () => setTimeout(() => onOver(CAPTCHA_SENT), PASSED_SHOWN_MS)
    verify.mutate({ pk_id, tel, x_value }, { onSuccess, onError: refused })
  }
  function refused(refusal: CallError) {
    const why = whyNoCode(refusal)
    if (refusal.code !== CODE.refused || why === 'over') return onOver(lastWords(refusal))
    if (why === 'align') return setNote({ text: refusal.message })
    if (why !== 'unsent') return setNote({ text: refusal.message, missed: time })
    onPassed()
    onOver(refusal.message)
  }

  const giveUp = useEffectEvent((failure: CallError) => onOver(lastWords(failure)))
  useEffect(() => {
    if (error) giveUp(error)
  }, [error])
  const next = useEffectEvent(renew)
  useEffect(() => {
    if (!missed) return
    const timer = setTimeout(() => next(), SHAKE_MS)
    return () => clearTimeout(timer)
  }, [missed])

  function whichState(): State {
    if (verify.isPending) return 'verifying'
    if (verify.isSuccess) return 'passed'
    if (broken && !isFetching) return 'broken'
    return drawn && !isFetching ? 'sliding' : 'loading'
  }
  const another = () => {
    if (busy) return
    setNote(undefined)
    renew()
  }
  const onLoaded = (image: Image) => setLoaded((before) => ({ ...before, [image]: time }))
  return {
    ...{ pk_id, time, slide, drawn, broken, onLoaded, onBroken: () => setBrokenAt(time), another },
    ...{ x, most, movable, moveTo, submit },
    ...{ state: whichState(), note: note?.text, missed },
  }
}

export type Puzzle = ReturnType<typeof useSlide>

/** The words of an error that ends the whole dialog; none where the sign-in itself was at fault, which is told already. */
function lastWords({ code, message }: CallError): string | undefined {
  if (SIGN_IN_OVER.includes(code)) return undefined
  return code === CODE.refused || code === CODE.tooManyTries ? message : FAILED
}
