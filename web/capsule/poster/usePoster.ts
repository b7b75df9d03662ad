import { type RefObject, useCallback, useState } from 'react'
import type { Detail } from '#contract/capsule.ts'
import { capsuleToken } from '#web/ui/capsuleColour.ts'
import { paintPoster } from './paint.ts'
import { saidOf } from './said.ts'
import { fileOf, useDrawn } from './useDrawn.ts'

/**
 * The poster as a picture, drawn on this device alone, without its code until there is an address. Sealed content never
 * changes, so the poster is drawn once without the code and once with it.
 */
export function usePoster(capsule: Detail, code: RefObject<HTMLCanvasElement | null>, url: string | undefined) {
  const [opened] = useState(capsule)
  return useDrawn(useCallback(() => draw(opened, url === undefined ? null : code.current), [opened, code, url]))
}

async function draw(capsule: Detail, code: HTMLCanvasElement | null): Promise<File> {
  const canvas = document.createElement('canvas')
  const root = getComputedStyle(document.documentElement)
  paintPoster(canvas, {
    said: saidOf(capsule),
    type: capsule.type,
    colour: root.getPropertyValue(capsuleToken(capsule.colorIndex)).trim(),
    font: getComputedStyle(document.body).fontFamily,
    code,
  })
  return fileOf(canvas, nameOf(capsule))
}

/** Without what some systems take in no name. */
const nameOf = ({ long_tag }: Detail): string => `时光胶囊 ${long_tag.replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim()}`
