import type { ImportSource } from '#contract/importSource.ts'
import { device } from '#web/client/storage/storage.ts'

const KEY = 'movingIn'

/** An import that is not done yet: by it the page says which file to choose once more. */
export type Note = { owner: string; source: ImportSource; name: string; done: number; all: number }

export const keepNote = (note: Note): void => void device.setItem(KEY, JSON.stringify(note))

/** The person's own. */
export function noteOf(owner: string | undefined): Note | undefined {
  const note = device.read<Note>(KEY)
  return note && note.owner === owner ? note : undefined
}

export const dropNote = (): void => device.removeItem(KEY)
