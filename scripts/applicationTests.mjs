// The application's test files: those beside the code they test, and those of the whole. Plain Node, no packages.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './fresh.mjs'

const FOLDERS = ['server', 'test/system']

/** As paths from the root. */
export const applicationTests = () =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  )
