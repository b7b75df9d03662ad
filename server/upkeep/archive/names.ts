import { visible } from '#contract/visible.ts'

/** Bytes of a name that leave room for what stands before it: file systems take 255. */
const NAME_BYTES_MOST = 150
/** Windows takes none of these; a manifest of BagIt would have to escape `%`. */
const NOT_IN_NAMES = /[<>:"/\\|?*%\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const ENDING = /\.[A-Za-z0-9]{1,8}$/

/** A name that any system takes after another part of a name: cut before its ending, without dots or blanks at its end. */
function safeName(given: string, key: string): string {
  // Composed once more: an unseen character may have stood between a letter and its accent.
  const name = visible(given.normalize('NFC'))
    .normalize('NFC')
    .replace(NOT_IN_NAMES, '_')
    .replace(/[. ]+$/, '')
  const ending = ENDING.exec(name)?.[0] ?? ENDING.exec(key)?.[0] ?? ''
  const stem = ENDING.test(name) ? name.slice(0, -ending.length) : name
  return cut(stem, NAME_BYTES_MOST - ending.length) + ending
}

/** Where the original lies that is number `at` of its item: `2026/7-1`, which alone tells it from all others. */
export function originalPath(at: string, given: string, key: string): string {
  const name = safeName(given, key)
  return `data/originals/${at}${name.startsWith('.') ? '' : '-'}${name}`
}

function cut(text: string, bytes: number): string {
  let [length, kept] = [0, '']
  for (const letter of text) {
    length += Buffer.byteLength(letter)
    if (length > bytes) break
    kept += letter
  }
  return kept
}
