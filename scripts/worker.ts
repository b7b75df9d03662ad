// Which files of the build the service worker (web/app/worker.ts) keeps, read from the finished build.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Large files that few need, or need late: kept once they have been loaded. Given by the beginnings of their names. */
const LATE = ['Editor', 'ViewerDialog', 'CropSheet', 'RechargeCenter', 'PayCode', 'watchStore']
const ALWAYS = ['index.html', 'icon.svg']

/** Values for `FILES` and `LATE` in the worker; `web` is the folder of the build. */
export function workerFiles(web: string): Record<string, string> {
  const pages: Record<string, { js: string[]; css: string[] }> = JSON.parse(
    readFileSync(join(web, '.vite', 'pages.json'), 'utf8'),
  )
  const built = [...new Set(Object.values(pages).flatMap(({ js, css }) => [...js, ...css]))]
  const isLate = (file: string) => LATE.some((name) => file.startsWith(`assets/${name}-`))
  // A hashed name is its own revision.
  const hashed = built.filter((file) => !isLate(file)).map((file) => ({ url: `/${file}`, revision: null }))
  const named = ALWAYS.map((file) => ({ url: `/${file}`, revision: hashOf(join(web, file)) }))
  return {
    FILES: JSON.stringify([...named, ...hashed]),
    LATE: JSON.stringify(built.filter(isLate).map((file) => `/${file}`)),
  }
}

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16)
