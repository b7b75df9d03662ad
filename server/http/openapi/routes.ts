import type { FastifyInstance } from 'fastify'
import { fromMemory } from '#server/http/system/inMemory.ts'
import type { Services } from '#server/platform/context.ts'
import { viewerRoutes } from './viewer.ts'

const OPENAPI_PATH = '/api/openapi.json'

/**
 * GET /api/openapi.json – the description of every call, made when it is first asked for.
 * GET /dev/api – the same to be read, by Swagger UI; development only.
 */
export function openApiRoutes(app: FastifyInstance, services: Services): void {
  app.get(OPENAPI_PATH, fromMemory('application/json; charset=utf-8', describe))
  viewerRoutes(app, services, OPENAPI_PATH)
}

async function describe(): Promise<string> {
  const { openApiDocument } = await import('./document.ts')
  return JSON.stringify(openApiDocument())
}
