import semver from 'semver'

export type Locked = {
  version?: string
  engines?: { node?: string }
  os?: string[]
  cpu?: string[]
}

const OURS = ['linux', 'darwin', 'win32'].flatMap((os) => ['x64', 'arm64'].map((cpu) => ({ os, cpu })))

/** The packages of a lock file, installed anywhere we run, that do not say they run on this Node. npm warns of each. */
export function strangersTo(node: string, packages: Record<string, Locked>): string[] {
  return Object.entries(packages)
    .filter(([, locked]) => OURS.some(({ os, cpu }) => admits(locked.os, os) && admits(locked.cpu, cpu)))
    .filter(([, { engines }]) => !semver.satisfies(node, engines?.node ?? '*'))
    .map(([path, { version, engines }]) => `${path}@${version} wants Node ${engines?.node}`)
}

/** As npm reads `os` and `cpu`: a list of what is meant, or of what is not (`!win32`). */
function admits(list: string[] | undefined, name: string): boolean {
  if (!list || list.length === 0) return true
  if (list.includes(`!${name}`)) return false
  return list.includes(name) || list.every((entry) => entry.startsWith('!'))
}

/** The oldest Node that package.json promises. */
export const floorOf = (range: string): string => semver.minVersion(range)!.version
