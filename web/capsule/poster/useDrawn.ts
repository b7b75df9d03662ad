import { useEffect, useState } from 'react'

export type Drawn = { file: File; src: string }

/**
 * A picture that this device draws, anew when `draw` is another one, with an address for as long as it is shown; `failed`
 * where the browser draws none.
 */
export function useDrawn(draw: () => Promise<File>): Drawn | 'failed' | undefined {
  const [drawn, setDrawn] = useState<{ by: typeof draw; what: Drawn | 'failed' }>()
  useEffect(() => {
    const watch = new AbortController()
    const { signal } = watch
    void draw().then(
      (file) => signal.aborted || setDrawn({ by: draw, what: { file, src: held(file, signal) } }),
      () => signal.aborted || setDrawn({ by: draw, what: 'failed' }),
    )
    return () => watch.abort()
  }, [draw])
  return drawn?.by === draw ? drawn.what : undefined
}

function held(file: File, signal: AbortSignal): string {
  const src = URL.createObjectURL(file)
  signal.addEventListener('abort', () => URL.revokeObjectURL(src))
  return src
}

/** The picture on the canvas, as a file of this name. Throws where the browser makes no picture of it. */
export async function fileOf(canvas: HTMLCanvasElement, name: string): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('this browser makes no picture')
  return new File([blob], `${name}.png`, { type: blob.type })
}
