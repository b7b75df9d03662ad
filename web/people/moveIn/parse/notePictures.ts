import type { FileRef, LeftOut } from '../parsed.ts'
import type { Media } from './media.ts'

/**
 * The pictures that a note names: beside it, at a path from it or from the top of the folder, else of that name anywhere, as
 * Obsidian looks. Of one that does not come along the words are answered, and why is said.
 */
export function notePictures(notePath: string, media: Media, leftOut: LeftOut[]) {
  const noteFolder = notePath.slice(0, notePath.lastIndexOf('/') + 1)
  return (href: string): FileRef | string => {
    if (/^https?:/i.test(href)) {
      leftOut.push({ name: href, why: '网上的图片不会下载，文字里留下它的地址' })
      return href
    }
    if (/^data:/i.test(href)) {
      leftOut.push({ name: notePath, why: '写在文字里的图片（data:）不会搬来' })
      return '［图片］'
    }
    const path = decoded(href).replaceAll('\\', '/')
    const file =
      placesOf(noteFolder, path)
        .map(media.at)
        .find((found) => found) ?? media.called(lastOf(path))
    if (!file) leftOut.push({ name: `${notePath}：${path}`, why: '没有找到这个文件' })
    return (file && media.takePicture(file)) ?? lastOf(path)
  }
}

const placesOf = (folder: string, path: string): string[] =>
  path.startsWith('/') ? [path.slice(1)] : [resolved(folder + path), resolved(path)]

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

function decoded(href: string): string {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}

/** A path without steps up; one that leads out of the folder stays inside. */
function resolved(path: string): string {
  const steps: string[] = []
  for (const step of path.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  }
  return steps.join('/')
}
