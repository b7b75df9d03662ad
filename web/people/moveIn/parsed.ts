import type { CapsuleForm, CapsuleType } from '#contract/capsule.ts'
import type { ImportSource } from '#contract/importSource.ts'
import type { ImportKind } from '#contract/imports.ts'

// The shape in which every source comes out of the worker: entries that can be sent as they are, once their files have been.

/** A file beside the entries, told by its place among all files of the import. */
export type FileRef = number

export type ParsedItem =
  /** In its HTML a picture stands as `<img data-file="N">`, N being a FileRef. */
  | { type: 0; html: string }
  /** An image, a video, a file. `poster` stands for a video. */
  | { type: 1 | 2 | 3; file: FileRef; name: string; comment: string; poster?: FileRef }
  /** A diary's place, as its item has it (contract/place.ts, `placeItem`). */
  | { type: 4; content: string }
  /** The two plain texts of a prediction that is a draft still. */
  | { type: 5; text: string; comment: string }

export type ParsedEntry = {
  /** 1–64 printable characters, the same at each reading of the same file. */
  source_id: string
  kind: ImportKind
  /** Of a draft: the kind of capsule that it was to become; a diary where nothing is said. */
  type?: CapsuleType
  /** Of a draft: its 寄语, and how sure one is of a prediction. */
  send_word?: string
  confidence?: number
  /** `YYYY-MM-DD HH:mm:ss`, the wall clock of its own zone. */
  created_at: string
  long_tag?: string
  description?: string
  content_type: CapsuleForm
  items: ParsedItem[]
}

/** Something that does not come along, by its name as a person knows it, and why, in a sentence without a full stop. */
export type LeftOut = { name: string; why: string }

export type ParsedFile = { name: string; bytes: number; read: () => Promise<Blob> }

/** All that a source holds. Entries in the order of their days, the oldest first. */
export type Parsed = {
  source: ImportSource
  entries: ParsedEntry[]
  files: ParsedFile[]
  leftOut: LeftOut[]
  /** Losses that all entries share, each once: 标签, 表格的边框. */
  lost: string[]
}

/** Throws with a sentence for people when the file cannot be taken at all. */
export class NotReadable extends Error {}
