import { useSyncExternalStore } from 'react'
import { makeListeners } from '#web/ui/listeners.ts'
import { wantsStillness } from '#web/ui/motionWish.ts'
import { device } from './storage/storage.ts'

const VIBRATION = 'vibration'
const OFF = 'off'
/** Felt, and not heard. */
const SHORT_MS = 12
const { subscribe, notify } = makeListeners()

const isWanted = (): boolean => device.getItem(VIBRATION) !== OFF

/** Whether this device can vibrate: computers and iPhones do not let pages. */
export const canVibrate = (): boolean =>
  'vibrate' in navigator && (window.matchMedia?.('(pointer: coarse)').matches ?? false)

/** The person's choice; on when nothing is stored. */
export const useVibration = (): boolean => useSyncExternalStore(subscribe, isWanted)

export function chooseVibration(on: boolean): void {
  if (on) device.removeItem(VIBRATION)
  else device.setItem(VIBRATION, OFF)
  notify()
}

/** A short vibration under the finger, for what has come about: nothing for who has it off, or wants less motion. */
export function vibrate(): void {
  if (canVibrate() && isWanted() && !wantsStillness()) navigator.vibrate(SHORT_MS)
}
