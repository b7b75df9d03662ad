import { UPLOAD } from '#contract/upload.ts'
import type { FileRef, LeftOut, ParsedFile } from '../parsed.ts'
import type { Folder } from './folder.ts'

const PICTURE = /\.(jpe?g|png|gif|webp)$/i
const OTHER_PICTURE = /\.(heic|heif|avif|bmp|tiff?|svg|ico|raw|dng)$/i
const VIDEO = /\.(mp4|mov|m4v|webm)$/i

/** The type of an item that this file can be beside no text, told by its name: an image, a video, any other file. */
export function itemTypeOf(name: string): 1 | 2 | 3 {
  if (PICTURE.test(name)) return 1
  return VIDEO.test(name) ? 2 : 3
}

/** Why this file cannot stand in a text, told by its name and size, or undefined; the bytes are looked at when it is sent. */
function whyNotInText({ name, bytes }: ParsedFile): string | undefined {
  if (bytes === 0) return UPLOAD.empty
  if (PICTURE.test(name)) return undefined
  return OTHER_PICTURE.test(name) ? UPLOAD.unknownImage : '文字日记里只能放图片'
}

/** The files of a folder that its entries name, each taken once, however often it is named. */
export class Media {
  readonly files: ParsedFile[] = []
  private readonly refs = new Map<string, FileRef>()
  private readonly mentioned = new Set<string>()
  private readonly byPath = new Map<string, string>()
  private readonly byLastPart = new Map<string, string>()
  private readonly byStem = new Map<string, string>()

  constructor(
    private readonly folder: Folder,
    readonly leftOut: LeftOut[],
  ) {
    for (const name of folder.names()) {
      const path = alike(name)
      const last = path.slice(path.lastIndexOf('/') + 1)
      remember(this.byPath, path, name)
      remember(this.byLastPart, last, name)
      remember(this.byStem, last.replace(/\.[^.]*$/, ''), name)
    }
  }

  /** The file at this path, whatever the case of its letters. */
  at = (path: string): string | undefined => this.byPath.get(alike(path))
  /** The first file of this name in any folder. */
  called = (name: string): string | undefined => this.byLastPart.get(alike(name))
  /** The first file of this name in any folder, whatever its ending. */
  withStem = (stem: string): string | undefined => this.byStem.get(alike(stem))

  /** The file as the import counts it. */
  take(name: string): FileRef {
    const known = this.refs.get(name)
    if (known !== undefined) return known
    this.mentioned.add(name)
    this.refs.set(name, this.files.length)
    this.files.push(this.folder.file(name))
    return this.files.length - 1
  }

  /** The file as a picture of a text; undefined when it cannot be one, which is then said. */
  takePicture(name: string): FileRef | undefined {
    const why = this.whyNot(name)
    if (!why) return this.take(name)
    if (!this.mentioned.has(name)) this.leftOut.push({ name, why })
    this.mentioned.add(name)
    return undefined
  }

  /** Why this file can be no picture of a text. */
  whyNot = (name: string): string | undefined => whyNotInText(this.folder.file(name))

  /** Whether an entry has named it, taken or not. */
  isMentioned = (name: string): boolean => this.mentioned.has(name)
}

/** One spelling for names that are the same to people: macOS takes letters and their marks apart, cameras shout. */
const alike = (name: string): string => name.normalize('NFC').toLowerCase()

function remember(names: Map<string, string>, key: string, name: string): void {
  if (!names.has(key)) names.set(key, name)
}
