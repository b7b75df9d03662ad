import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance } from 'fastify'
import type { Config } from '#server/platform/config.ts'
import { firstPageRoute } from './firstPage.ts'

const FORBIDDEN = 403
const YEAR_SECONDS = 31_536_000
/** The operators' desk: a page of its own, for nobody to find by chance. */
const DESK = { path: '/review', file: 'review.html' }

/** A route of its own sends it (firstPage.ts). */
const FIRST = '/index.html'

/** The built pages: hashed files are kept for a year, the page that names them never. */
export async function pagesRoutes(app: FastifyInstance, config: Config): Promise<void> {
  const { webDir } = config
  if (!existsSync(join(webDir, 'index.html'))) return
  await app.register((pages) => serveFiles(pages, webDir))
  firstPageRoute(app, config)
}

async function serveFiles(app: FastifyInstance, root: string): Promise<void> {
  const forAll = app.errorHandler
  // The library forbids a folder or an oddly written path: the client gets the answer for a missing page.
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error.statusCode === FORBIDDEN) reply.callNotFound()
    else forAll(error, request, reply)
  })
  await app.register(fastifyStatic, {
    root,
    index: false,
    // The build's own notes.
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
  if (existsSync(join(root, DESK.file))) app.get(DESK.path, (_request, reply) => reply.sendFile(DESK.file))
}
