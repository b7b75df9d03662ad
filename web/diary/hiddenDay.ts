import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { deviceStorage } from '#web/draft/stores.ts'

/** Who wants no 那年今日 on which day; for that day alone, on this device. */
type Hidden = { person: string; day: string }

const nothing = (): Hidden => ({ person: '', day: '' })

export const useHidden = create<Hidden>()(
  persist(nothing, { name: 'thisDayHidden', version: 1, migrate: nothing, storage: deviceStorage() }),
)

export const useIsHidden = (person: string | undefined, day: string): boolean =>
  useHidden((hidden) => hidden.person === person && hidden.day === day)

export function hideOn(person: string, day: string): void {
  useHidden.setState({ person, day })
}

export function showAgain(): void {
  useHidden.setState(nothing())
}
