import { type RefObject, useEffect, useState } from 'react'
import type { Detail } from '#contract/capsule.ts'
import { capsuleToken } from '#web/ui/capsuleColour.ts'
import { paintPoster } from './paint.ts'
import { saidOf } from './said.ts'

export type Drawn = { file: File; src: string }

/**
 * The poster as a picture, drawn on this device alone; `failed` where the browser draws none. What was sealed never changes,
 * so it is drawn once.
 */
export function usePoster(capsule: Detail, code: RefObject<HTMLCanvasElement | null>) {
  const [opened] = useState(capsule)
  const [drawn, setDrawn] = useState<Drawn | 'failed'>()
  useEffect(() => {
    const watch = new AbortController()
    const { signal } = watch
    void draw(opened, code.current).then(
      (file) => signal.aborted || setDrawn({ file, src: held(file, signal) }),
      () => signal.aborted || setDrawn('failed'),
    )
    return () => watch.abort()
  }, [opened, code])
  return drawn
}

/** An address of the picture, for as long as it is shown. */
function held(file: File, signal: AbortSignal): string {
  const src = URL.createObjectURL(file)
  signal.addEventListener('abort', () => URL.revokeObjectURL(src))
  return src
}

async function draw(capsule: Detail, code: HTMLCanvasElement | null): Promise<File> {
  const canvas = document.createElement('canvas')
  const root = getComputedStyle(document.documentElement)
  paintPoster(canvas, {
    said: saidOf(capsule),
    type: capsule.type,
    colour: root.getPropertyValue(capsuleToken(capsule.colorIndex)).trim(),
    font: getComputedStyle(document.body).fontFamily,
    code: code!,
  })
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('this browser makes no picture')
  return new File([blob], `${nameOf(capsule)}.png`, { type: blob.type })
}

/** Without what some systems take in no name. */
const nameOf = ({ long_tag }: Detail): string => `时光胶囊 ${long_tag.replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim()}`
