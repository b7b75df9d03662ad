/** SHA-256 of files by their paths, as they were last read in this window. */
const read = new Map<string, string>()

export function keepSums(sums: ReadonlyMap<string, string>): void {
  read.clear()
  for (const [path, sha256] of sums) read.set(path, sha256)
}

/** Of these files; undefined where not all of them were read. */
export function readSums(paths: readonly string[]): Record<string, string> | undefined {
  if (paths.length === 0 || !paths.every((path) => read.has(path))) return undefined
  return Object.fromEntries(paths.map((path) => [path, read.get(path)!]))
}
