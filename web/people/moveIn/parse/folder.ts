import type { LeftOut, Parsed, ParsedFile } from '../parsed.ts'

// One view of what a person has chosen – a ZIP, a folder, single files – so that each source reads any of them.

export type Folder = {
  /** Paths with slashes (`diary/2020/a.md`), of files alone, in their own order, each once. */
  names(): string[]
  /**
   * Its text, decoded by `decodeText`: without a byte order mark, with line feeds alone. Throws NotReadable when it is damaged or
   * there is too much text in all.
   */
  text(name: string): Promise<string>
  /** The file as it is; nothing of it is read before `read` is called. Its name is the last part of the path. */
  file(name: string): ParsedFile
  /** Files that cannot be read whatever the source, too large ones above all, each by its path and why. They are in no list. */
  leftOut: LeftOut[]
}

/**
 * All that one source yields. `parse.ts` then cleans titles, cuts long entries, leaves out days before 1900 and after now, sorts, and
 * drops entries that are there twice: a source does none of it.
 */
export type SourceRead = Omit<Parsed, 'source'>

/** A reader tells of its progress so many files of all; `now` is a moment for dates that lack a part. */
export type ReadOptions = { onProgress?: (done: number, all: number) => void; now: Date }
