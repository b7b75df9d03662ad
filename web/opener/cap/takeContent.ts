import type { ArchiveItem, CapContent } from '#contract/archiveFiles.ts'
import { typeOf } from './typeOf.ts'

/** Files by their paths; undefined where a piece of one is damaged. */
export type Files = Map<string, Blob | undefined>

type Taking = { path: string; left: number; parts: Blob[] | undefined }

const LINE_END = 0x0a

/**
 * Takes the content of a `.cap` as it comes: the line with the item, and the files behind it. Bytes of files are given to the browser at
 * once, which keeps large ones on the disk: none is held twice.
 */
export function takeContent() {
  const line: Uint8Array[] = []
  const files: Files = new Map()
  const waiting: Taking[] = []
  let item: ArchiveItem | undefined

  function put(bytes: Uint8Array<ArrayBuffer>): void {
    let rest = bytes
    if (!item) {
      const end = rest.indexOf(LINE_END)
      line.push(end < 0 ? rest : rest.subarray(0, end))
      if (end < 0) return
      readLine()
      rest = rest.subarray(end + 1)
    }
    share(rest.length, (file, start, end) => file.parts?.push(new Blob([rest.subarray(start, end)])))
  }

  /** So many bytes are damaged: each file that has some of them is not there. */
  const lose = (length: number): void => share(length, (file) => (file.parts = undefined))

  function readLine(): void {
    const content = JSON.parse(textOf(line)) as CapContent
    if (content.version !== 1) throw new Error('the content has another version')
    item = content.item
    waiting.push(...content.files.map(({ path, bytes }) => ({ path, left: bytes, parts: [] })))
    share(0, () => {})
  }

  /** Gives bytes to the files in their order, and finishes those that have all of theirs. */
  function share(length: number, give: (file: Taking, start: number, end: number) => void): void {
    let at = 0
    for (;;) {
      const [file] = waiting
      if (!file) return
      const taken = Math.min(file.left, length - at)
      if (taken > 0) give(file, at, at + taken)
      at += taken
      file.left -= taken
      if (file.left > 0) return
      files.set(file.path, file.parts && new Blob(file.parts, { type: typeOf(file.path) }))
      waiting.shift()
    }
  }

  return { put, lose, files, item: () => item }
}

function textOf(parts: Uint8Array[]): string {
  const decoder = new TextDecoder()
  return parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode()
}
