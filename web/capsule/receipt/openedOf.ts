import type { Detail } from '#contract/capsule.ts'
import { type FingerprintOf, partsOf } from '#contract/commitment.ts'
import { type ShownItem, TEXT_IMAGE } from '#contract/content.ts'
import { OPENED_VERSION, type OpenedCapsule } from '#contract/openedCapsule.ts'
import type { Receipt } from '#contract/receipt.ts'

/** An opened capsule as it is shown here, as a file that is held against its receipt; undefined while it is sealed. */
export function openedOf(capsule: Detail, { statement, salts }: Receipt): OpenedCapsule | undefined {
  const { id, type, sealed_at, open_time, long_tag: title, send_word = '', description = '', confidence } = capsule
  const content = capsule.capsule_content?.content
  if (!content || !statement || !salts) return undefined
  const shown = { type, title, content, send_word, description, confidence }
  return {
    version: OPENED_VERSION,
    capsule: { id, type, sealed_at, open_time },
    parts: partsOf(shown, fingerprintsIn(content)),
    statement,
    salts,
  }
}

/** The hashes that its owner is told beside each address. */
function fingerprintsIn(content: readonly ShownItem[]): FingerprintOf {
  const known = new Map<string, string | undefined>()
  for (const item of content) {
    known.set(item.content, item.sha256)
    if (item.poster) known.set(item.poster, item.poster_sha256)
    for (const [, address, sha256] of item.content.matchAll(TEXT_IMAGE)) known.set(address!, sha256)
  }
  return (address) => known.get(address) ?? null
}
