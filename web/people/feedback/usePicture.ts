import { useEffect, useRef, useState } from 'react'
import { lookThrough } from '#web/client/upload/lookThrough.ts'
import { type Uploaded, uploadFile, whyFailed } from '#web/client/upload/upload.ts'
import { toast } from '#web/ui/toast.tsx'

export type ChosenPicture = ReturnType<typeof usePicture>

/** One picture, uploaded as soon as it is chosen. Leaving stops the upload; a failure is told, and one may choose again. */
export function usePicture() {
  const [shown, setShown] = useState<Uploaded>()
  const [uploading, setUploading] = useState(false)
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  async function choose(file: File) {
    stop.current = new AbortController()
    const { signal } = stop.current
    setUploading(true)
    await take(file, signal).catch((error: unknown) => signal.aborted || toast(whyFailed(error).message))
    setUploading(false)
  }

  async function take(file: File, signal: AbortSignal): Promise<void> {
    const { wrong } = await lookThrough([file], { pictures: true })
    if (signal.aborted) return
    if (wrong) toast(wrong)
    else setShown(await uploadFile(file, { kind: 'image', name: file.name, signal }))
  }

  return { shown, uploading, choose, drop: () => setShown(undefined) }
}
