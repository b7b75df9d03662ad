import { nativePlatform } from '#web/client/native.ts'

/** Without what some systems take in no name. */
const cleaned = (title: string): string => title.replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim()

/** A file of this capsule. Its type is plain text: browsers hand over no other that would do. */
export const textFile = (text: string, { kind, title, day, ending }: FileName): File =>
  new File([text], `${kind}-${cleaned(title)}-${day.slice(0, 10)}.${ending}`, { type: 'text/plain' })
type FileName = { kind: string; title: string; day: string; ending: 'txt' | 'json' }

/** Our shells take no downloads; there it is shared. */
export const canSave = (): boolean => !nativePlatform()

export function save(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  // Some browsers read it only after the press.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
