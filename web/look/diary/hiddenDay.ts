import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { onDevice } from '#web/client/storage/stores.ts'

/** A person who wants no 那年今日 on this day alone, on this device. */
type Hidden = { person: string; day: string }

const nothing = (): Hidden => ({ person: '', day: '' })

export const useHidden = create<Hidden>()(persist(nothing, { ...onDevice<Hidden>('thisDayHidden'), migrate: nothing }))

export const useIsHidden = (person: string | undefined, day: string): boolean =>
  useHidden((hidden) => hidden.person === person && hidden.day === day)

export function hideOn(person: string, day: string): void {
  useHidden.setState({ person, day })
}

export function showAgain(): void {
  useHidden.setState(nothing())
}
