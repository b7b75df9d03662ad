import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { firstPageDoor } from './firstPage.ts'

const YEAR_SECONDS = 31_536_000
/** The operators' desk: a page of its own, for nobody to find by chance. */
const DESK = { path: '/review', file: 'review.html' }

/** A door of its own sends it (firstPage.ts). */
const FIRST = '/index.html'

/** The built pages: hashed files are kept for a year, the page that names them never. */
export async function pagesDoor(app: FastifyInstance, config: Config): Promise<void> {
  const { webDir } = config
  if (!existsSync(join(webDir, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: webDir,
    index: false,
    // What the build notes for itself.
    dotfiles: 'ignore',
    allowedPath: (path) => !path.startsWith(FIRST),
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
      if (path.includes(DESK.file)) reply.header('x-robots-tag', 'noindex, nofollow')
    },
  })
  firstPageDoor(app, config)
  if (existsSync(join(webDir, DESK.file))) app.get(DESK.path, (_request, reply) => reply.sendFile(DESK.file))
}
