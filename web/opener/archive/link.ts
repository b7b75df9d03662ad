import { type KeptCode, keptKeyOf, keptNameOf } from '#contract/keptCode.ts'
import { sha256 } from '#web/client/sha256.ts'

/** A file of somebody's archive: its name, which says nothing of anybody, and its key. */
export type Part = { name: string; key: Uint8Array<ArrayBuffer> }

/** The files that this code leads to. */
export const partsOf = ({ code, parts }: KeptCode): Part[] =>
  Array.from({ length: parts }, (_, at) => ({
    name: keptNameOf(sha256, code, at + 1),
    key: new Uint8Array(keptKeyOf(sha256, code, at + 1)),
  }))
