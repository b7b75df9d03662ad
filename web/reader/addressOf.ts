import { createContext, useContext } from 'react'

const OURS = /^data\/(?:originals|thumbnails)\//

/** The address of a file of the archive, from its path; '' for anything that is no file in its folders. */
export function addressOf(path: string): string {
  const plain = path.includes('%') ? decoded(path) : path
  const parts = plain.split('/')
  if (!OURS.test(plain) || /[\\\0]/.test(plain) || parts.some((part) => part === '' || /^\.+$/.test(part))) return ''
  return parts.map(encodeURIComponent).join('/')
}

/** From a path in a text or a part to its address; '' where there is none. */
export type Addressing = (path: string) => string

/** Where files lie: beside the page, unless somebody has them elsewhere. */
export const Addresses = createContext<Addressing>(addressOf)
export const useAddresses = (): Addressing => useContext(Addresses)

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
