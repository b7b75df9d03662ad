const MARKS: [string, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** The text in these bytes: as its byte order mark says, else UTF-8, else GBK, which Chinese Windows writes. Lines end with line feeds. */
export function decodeText(bytes: Uint8Array): string {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0]
  const text = marked ? new TextDecoder(marked).decode(bytes) : (utf8(bytes) ?? gbk(bytes))
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

/** Undefined when it is no valid UTF-8. */
export function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

export const gbk = (bytes: Uint8Array): string => new TextDecoder('gb18030').decode(bytes)
