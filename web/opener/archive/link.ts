import { base64Of, bytesOfBase64 } from '#contract/bytes.ts'

/** A file of somebody's archive: its name, which says nothing of anybody, and its key. */
export type Part = { name: string; key: Uint8Array<ArrayBuffer> }

const ONE = '([\\w-]{43})\\.([\\w-]{43})'
const LINK = new RegExp(`#${ONE}(?:,${ONE})*`)

/** The parts behind the `#` of a link, in whatever stands around it, over however many lines. */
export function partsIn(pasted: string): Part[] {
  const [link = ''] = LINK.exec(pasted.replace(/\s+/g, '')) ?? []
  const parts = [...link.matchAll(new RegExp(ONE, 'g'))].map(([, name, key]) => ({ name: name!, key: keyOf(key!) }))
  return parts.every((part): part is Part => part.key !== undefined) ? parts : []
}

/** As the link has them. */
export const hashOf = (parts: Part[]): string => `#${parts.map(({ name, key }) => `${name}.${textOf(key)}`).join()}`

function keyOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = bytesOfBase64(`${text.replaceAll('-', '+').replaceAll('_', '/')}=`)
  return bytes && new Uint8Array(bytes)
}

const textOf = (bytes: Uint8Array): string =>
  base64Of(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
