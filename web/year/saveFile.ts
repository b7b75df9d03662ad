/** Puts a file where this device keeps what was fetched. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** Whether this device hands files to other applications. */
export const mayShareFile = (file: File): boolean => navigator.canShare?.({ files: [file] }) ?? false

/** Throws where it was not handed over; that the person thought better of it is no failure. */
export async function shareFile(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file] })
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error
  }
}
