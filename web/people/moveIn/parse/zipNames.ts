import { NotReadable } from '../parsed.ts'
import { crc32 } from './crc32.ts'
import { gbk, utf8 } from './decodeText.ts'

const UTF8_FLAG = 0x0800
const UNICODE_PATH = 0x7075

/** A name as a directory has it: its bytes, its flags, and the extra fields by their numbers. */
export type RawName = { bytes: Uint8Array; flags: number; extra: Map<number, DataView> }

/**
 * Names of a whole ZIP. Those that say their encoding are read by it; the others are UTF-8 when all of them are, else GBK, since one
 * program on one device has written them.
 */
export function decodeNames(names: readonly RawName[]): string[] {
  const known = names.map(saidName)
  const unsaid = names.filter((_, at) => known[at] === undefined).map(({ bytes }) => utf8(bytes))
  const areUtf8 = unsaid.every((name) => name !== undefined)
  return names.map(({ bytes }, at) => known[at] ?? (areUtf8 ? utf8(bytes)! : gbk(bytes)))
}

function saidName({ bytes, flags, extra }: RawName): string | undefined {
  return (flags & UTF8_FLAG ? utf8(bytes) : undefined) ?? unicodePath(bytes, extra.get(UNICODE_PATH))
}

/** The name in the Info-ZIP field of that number, when it still belongs to the name beside it. */
function unicodePath(bytes: Uint8Array, field: DataView | undefined): string | undefined {
  if (!field || field.byteLength < 6 || field.getUint8(0) !== 1) return undefined
  if (field.getUint32(1, true) !== crc32(bytes)) return undefined
  return utf8(new Uint8Array(field.buffer, field.byteOffset + 5, field.byteLength - 5))
}

export const NAME_UNSAFE = '这个ZIP里有不安全的文件名，不能打开'

/** The path of an entry, with slashes. Throws NotReadable at one that leads out of its folder. */
export function safePath(name: string): string {
  const path = name.replaceAll('\\', '/')
  if (path.startsWith('/') || /^[a-z]:/i.test(path) || path.includes('\0')) throw new NotReadable(NAME_UNSAFE)
  const steps = path.split('/')
  if (steps.includes('..')) throw new NotReadable(NAME_UNSAFE)
  const kept = steps.filter((step) => step !== '' && step !== '.')
  return kept.join('/') + (path.endsWith('/') ? '/' : '')
}

/** Of what systems put beside people's files: nothing is lost without it. */
export const isSystems = (path: string): boolean =>
  /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(path)
