/** A line of a manifest: what a file has to be. */
export type Listed = { sha256: string; path: string }

const LISTED = /^([0-9a-f]{64})\s+\*?(.+)$/i

/** Lines `SHA256  path`; with the escapes of BagIt for the three signs that a line cannot hold. */
export const listedIn = (manifest: string): Listed[] =>
  manifest.split(/\r?\n/).flatMap((line) => {
    const [, sha256, path] = LISTED.exec(line) ?? []
    return sha256 && path ? [{ sha256: sha256.toLowerCase(), path: comparable(unescaped(path)) }] : []
  })

const unescaped = (path: string): string =>
  path.replace(/%(0D|0A|25)/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Some systems keep a name's accents beside its letters. */
const comparable = (path: string): string => path.replace(/^\.\//, '').normalize('NFC')

export const MANIFEST = 'manifest-sha256.txt'
export const TAG_MANIFEST = 'tagmanifest-sha256.txt'

type Chosen = { name: string; webkitRelativePath: string }

/** The chosen files by their path in the archive, which lies where its manifest does; undefined where there is none. */
export function filesOf<File extends Chosen>(chosen: Iterable<File>): Map<string, File> | undefined {
  const files = [...chosen].map((file) => ({ file, path: comparable(file.webkitRelativePath || file.name) }))
  const manifests = files.filter(({ path }) => path === MANIFEST || path.endsWith(`/${MANIFEST}`))
  const [first] = manifests.sort((one, other) => one.path.length - other.path.length)
  if (!first) return undefined
  const root = first.path.slice(0, -MANIFEST.length)
  const inside = files.filter(({ path }) => path.startsWith(root))
  return new Map(inside.map(({ file, path }) => [path.slice(root.length), file]))
}

/** Files among the data that no line names. */
export const unlisted = (paths: Iterable<string>, listed: readonly Listed[]): string[] => {
  const known = new Set(listed.map(({ path }) => path))
  return [...paths].filter((path) => path.startsWith('data/') && !known.has(path))
}
