import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/platform/context.ts'
import { isDevelopmentCaller } from '#server/platform/development.ts'

const CSS = 'text/css; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'

const PAGE = `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>时光胶囊 API</title>
<link rel="stylesheet" href="/dev/api/swagger-ui.css">
<div id="viewer"></div>
<script src="/dev/api/swagger-ui-bundle.js"></script>
<script src="/dev/api/start.js"></script>
</html>
`

/** Without the badge of a validator, which would be asked elsewhere. */
const start = (document: string): string => `SwaggerUIBundle({
  url: '${document}',
  dom_id: '#viewer',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  validatorUrl: null,
})
`

/**
 * GET /dev/api – Swagger UI over the document at this path, from its package alone; development only (readings 5). An
 * installation without the tools of development has no viewer.
 */
export function viewerRoutes(app: FastifyInstance, { config }: Services, document: string): void {
  const files: Record<string, { type: string; text: () => string | Promise<string> }> = {
    '': { type: 'text/html; charset=utf-8', text: () => PAGE },
    '/start.js': { type: SCRIPT, text: () => start(document) },
    '/swagger-ui.css': { type: CSS, text: () => ofViewer('swagger-ui.css') },
    '/swagger-ui-bundle.js': { type: SCRIPT, text: () => ofViewer('swagger-ui-bundle.js') },
  }
  for (const [name, { type, text }] of Object.entries(files)) {
    app.get(`/dev/api${name}`, async (request, reply) => {
      if (!isDevelopmentCaller(config, request) || !folder()) return reply.callNotFound()
      return reply.type(type).send(await text())
    })
  }
}

const ofViewer = (name: string): Promise<string> => readFile(join(folder()!, name), 'utf8')

function folder(): string | undefined {
  try {
    const require = createRequire(import.meta.url)
    return dirname(require.resolve('swagger-ui-dist/package.json'))
  } catch {
    return undefined
  }
}
