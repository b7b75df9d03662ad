import { hexOf } from '#contract/bytes.ts'
import type { Output } from '#contract/calls.ts'
import { type ImportSource, importedName } from '#contract/importSource.ts'
import { sha256 } from '#web/client/sha256.ts'

const BEGINNING_CHARS = 12
const COUNT_CHARS = 4
const HASH_CHARS = 24

const hashOf = (text: string): string => hexOf(sha256(text))

type Batch = { source: ImportSource; ids: readonly string[]; imports: Output<'imports'>['list'] }

/** The name of an import: the same for the same entries, so that one that was broken off goes on; another one after each undo. */
export function batchIdOf({ source, ids, imports }: Batch): string {
  const beginning = hashOf([source, ...[...ids].sort()].join('\n')).slice(0, BEGINNING_CHARS)
  const undone = imports.filter(({ batch_id, undone }) => undone && batch_id.startsWith(beginning)).length
  return beginning + undone.toString(16).padStart(COUNT_CHARS, '0')
}

/** The name of an upload: by its entry and its place there, so that it goes up once however often the import goes on. */
export const uploadName = (batchId: string, sourceId: string, place: number | `poster ${number}`): string =>
  importedName(batchId, hashOf(`${sourceId}\n${place}`).slice(0, HASH_CHARS))
