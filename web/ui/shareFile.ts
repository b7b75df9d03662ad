import { toast } from './toast.tsx'

/** Whether this browser hands such a file over to another application. */
export const canShareFile = (file: File): boolean => navigator.canShare?.({ files: [file] }) ?? false

/** Hands a file over by the device's own sharing; `failed` says how else. A person who cancels it needs no message. */
export const shareFile = (file: File, failed: string): Promise<void> =>
  navigator.share({ files: [file] }).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'AbortError')) toast(failed)
  })
