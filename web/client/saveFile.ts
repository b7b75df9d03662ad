import { nativePlatform } from './native.ts'

/** Our shells take no downloads; there a file is shared. */
export const canSave = (): boolean => !nativePlatform()

export function save(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  // Some browsers read it only after the press.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
