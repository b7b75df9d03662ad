const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const LAST_CODE = 0x10ffff

/** The words of a text, quickly enough for thousands: never shown as HTML, so that it need not be exact. */
export const plainOf = (html: string): string =>
  html
    .replace(/<(?:br|\/p|\/div|\/li|\/h\d|hr|\/blockquote)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, decode)
    .replace(/[ \t]*\n\s*/g, '\n')
    .trim()

function decode(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name) return NAMED[name] ?? whole
  const code = decimal ? Number(decimal) : Number.parseInt(hex!, 16)
  return code <= LAST_CODE ? String.fromCodePoint(code) : whole
}
