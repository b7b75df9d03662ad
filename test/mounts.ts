import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './ours.mjs'

const run = (command: string, ...args: string[]): string => execFileSync(command, args, { stdio: 'pipe' }).toString()

/** Whether this process may mount: root alone may, and not in every container. */
export const mayMount = ((): boolean => {
  try {
    const folder = makeFolder('mount')
    run('mount', '-t', 'tmpfs', 'tmpfs', folder)
    run('umount', folder)
    rmSync(folder, { recursive: true })
    return true
  } catch {
    console.warn('\n*** BAD DISKS ARE NOT TESTED: nothing can be mounted here ***\n')
    return false
  }
})()

/** Makes the folder and all below it read-only by its path, until `undo`. */
export function readOnly(folder: string): { undo: () => void } {
  // Elsewhere first: at its own path a file could be opened for writing in between.
  const closed = makeFolder('mount')
  run('mount', '--bind', folder, closed)
  run('mount', '-o', 'remount,bind,ro', closed)
  run('mount', '--bind', closed, folder)
  unmount(closed)
  rmSync(closed, { recursive: true })
  return { undo: () => unmount(folder) }
}

/** A disk of so many bytes at this path, in memory. */
export function smallDisk(path: string, bytes: number, { isThere = false } = {}): void {
  if (!isThere) mkdirSync(path)
  run('mount', '-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path)
}

/** A disk at this path, in a file beside it; `fail` is what an error of its medium does to it. */
export function loopDisk(path: string, bytes: number): { fail: () => void } {
  const image = `${path}.image`
  writeFileSync(image, '')
  truncateSync(image, bytes)
  run('mkfs.ext4', '-q', image)
  mkdirSync(path)
  run('mount', '-o', 'loop,errors=remount-ro', image, path)
  const device = run('findmnt', '-n', '-o', 'SOURCE', path).trim()
  const name = run('losetup', '-j', image).split(':')[0]!.split('/').at(-1) ?? device
  return { fail: () => writeFileSync(join('/sys/fs/ext4', name, 'trigger_fs_error'), '1') }
}

export const unmount = (path: string): string => run('umount', '-l', path)
