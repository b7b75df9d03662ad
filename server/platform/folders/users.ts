import { readFileSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'

export const ROOT = 0
const PASSWD = '/etc/passwd'

/** The user this process works as; undefined where a system knows no such numbers. */
export const uidHere = (): number | undefined => process.getuid?.()

/** `capsule`, or its number where it has no name. */
export const called = (uid: number): string => lineOf(uid)?.name ?? `uid ${uid}`

/** `capsule（uid 999）` */
export function calledWithUid(uid: number): string {
  const name = lineOf(uid)?.name
  return name === undefined ? `uid ${uid}` : `${name}（uid ${uid}）`
}

export function me(): string {
  const uid = uidHere()
  return uid === undefined ? '这个用户' : calledWithUid(uid)
}

/** The group in which a user makes files; undefined where the user has no name here. */
export const groupOf = (uid: number): number | undefined => lineOf(uid)?.gid

/** Makes all below a folder this process’ own. */
export const chown = (folder: string): string => `chown -R ${uidHere()}:${process.getgid?.()} ${folder}`

export const chownFile = (file: string): string => `chown ${uidHere()}:${process.getgid?.()} ${file}`

/** A path and whose it is, as far as that can be seen. */
export function withOwner(path: string): string {
  const found = statOf(nearest(path))
  return found && uidHere() !== undefined ? `${path}（属于 ${called(found.uid)}）` : path
}

/** The path, or the folder above it that is there and can be seen. */
export function nearest(path: string): string {
  let found = path
  while (!statOf(found) && dirname(found) !== found) found = dirname(found)
  return found
}

export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

/** The user’s line in /etc/passwd; a directory of users on another machine is not asked. */
function lineOf(uid: number): { name: string; gid: number } | undefined {
  const fields = passwd().find((line) => line[2] === String(uid))
  return fields && { name: fields[0]!, gid: Number(fields[3]) }
}

function passwd(): string[][] {
  try {
    return readFileSync(PASSWD, 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
  } catch {
    return []
  }
}
