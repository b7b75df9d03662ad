// Looks for a secret in bytes in every form that a file may give it.

/** So many bytes of a file tell it from any other. */
const SLICE_BYTES = 48

type Form = { name: string; bytes: Buffer }

/** The names of the forms in which this word, or a piece of these bytes, lies in them; empty when it lies nowhere. */
export const formsIn = (bytes: Buffer, secret: string | Buffer): string[] =>
  (typeof secret === 'string' ? formsOfText(secret) : formsOfBytes(secret))
    .filter((form) => bytes.includes(form.bytes))
    .map(({ name }) => name)

/** The word in each coding of text, and these as bytes may be written down. */
export function formsOfText(word: string): Form[] {
  const little = Buffer.from(word, 'utf16le')
  const coded = [
    { name: 'UTF-8', bytes: Buffer.from(word) },
    { name: 'UTF-16', bytes: little },
    { name: 'UTF-16 BE', bytes: Buffer.from(little).swap16() },
  ]
  const units = [...Array(word.length).keys()].map((at) => word.charCodeAt(at).toString(16).padStart(4, '0'))
  const points = [...word].map((letter) => letter.codePointAt(0)!)
  const written = {
    JSON: units.map((unit) => `\\u${unit}`).join(''),
    'JSON upper case': units.map((unit) => `\\u${unit.toUpperCase()}`).join(''),
    'JSON quoted': JSON.stringify(JSON.stringify(word)).slice(3, -3),
    address: encodeURIComponent(word),
    entities: points.map((point) => `&#${point};`).join(''),
    'entities in hex': points.map((point) => `&#x${point.toString(16)};`).join(''),
    normalized: word.normalize('NFD'),
  }
  const texts = Object.entries(written).map(([name, text]) => ({ name, bytes: Buffer.from(text) }))
  return [...coded.flatMap(({ name, bytes }) => [{ name, bytes }, ...writtenDown(name, bytes)]), ...texts]
}

/** A piece from the middle: heads of files are alike. */
function formsOfBytes(bytes: Buffer): Form[] {
  const from = Math.floor(bytes.length / 2)
  const slice = bytes.subarray(from, from + SLICE_BYTES)
  return [{ name: 'bytes', bytes: slice }, ...writtenDown('bytes', slice)]
}

/** Base64 looks otherwise at each of the three places where a piece may begin; letters that its neighbours share are left out. */
function writtenDown(name: string, bytes: Buffer): Form[] {
  const base64 = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const own = text.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3))
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')]
  })
  const hex = bytes.toString('hex')
  return [
    ...[...new Set(base64)].map((text) => ({ name: `base64 of ${name}`, bytes: Buffer.from(text) })),
    ...[hex, hex.toUpperCase()].map((text) => ({ name: `hex of ${name}`, bytes: Buffer.from(text) })),
  ]
}
