import { cpSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { makeFolder } from './ours.mjs'

/** A migration with a number beyond any of ours. */
export const PLANTED = '900-planted.sql'

/**
 * A later release: the built server as it is, with a further migration of this text. It is started in its own folder, as
 * the present release is in the project's.
 */
export function makeRelease(migration: string) {
  const root = makeFolder('release')
  for (const name of ['package.json', 'dist'])
    cpSync(name, join(root, name), { recursive: true, filter: (path) => basename(path) !== 'web' })
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'), 'junction')
  writeFileSync(join(root, 'dist', 'server', 'platform', 'db', 'migrations', PLANTED), migration)
  return { root, remove: () => rm(root, { recursive: true, force: true }) }
}
